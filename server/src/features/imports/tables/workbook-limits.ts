/** What a workbook may cost to read; checked before and while it is parsed. */
export interface WorkbookLimits {
  /** Bytes of the file as uploaded. */
  fileBytes: number
  /** Parts in the container. */
  entries: number
  /** Bytes of all parts together once inflated. */
  inflatedBytes: number
  /** Bytes of the table of shared texts once inflated; it is held in memory whole. */
  sharedStringBytes: number
  /** Heap of the parsing process in MB. */
  heapMb: number
  /** Memory of the parsing process in MB, buffers included. */
  residentMb: number
  /** Time the parsing process may take, in milliseconds. */
  wallMs: number
}

/** Limits in force unless a test narrows them. */
export const workbookLimits: WorkbookLimits = {
  fileBytes: 50_000_000,
  entries: 200,
  inflatedBytes: 400_000_000,
  sharedStringBytes: 64_000_000,
  heapMb: 512,
  residentMb: 900,
  wallMs: 120_000,
}
