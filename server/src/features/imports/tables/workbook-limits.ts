/** Limits for reading a workbook; checked before and while it is parsed. */
export interface WorkbookLimits {
  /** Bytes of the file as uploaded. */
  fileBytes: number
  /** Parts in the container. */
  entries: number
  /** Bytes of all parts together once inflated. */
  inflatedBytes: number
  /** Bytes of the inflated table of shared texts, which is held in memory as a whole. */
  sharedStringBytes: number
  /** Cells of a sheet, with the blank ones left of the last of each row. */
  cells: number
  /** Bytes of the rows of a sheet once they are read. */
  spooledBytes: number
  /** Heap of the parsing process in MB. */
  heapMb: number
  /** Memory of the parsing process in MB, buffers included. */
  residentMb: number
  /** Timeout of the parsing process, in ms. */
  wallMs: number
}

/** The limits, unless a test passes smaller ones. */
export const workbookLimits: WorkbookLimits = {
  fileBytes: 50_000_000,
  entries: 200,
  inflatedBytes: 400_000_000,
  sharedStringBytes: 64_000_000,
  cells: 40_000_000,
  spooledBytes: 500_000_000,
  heapMb: 512,
  residentMb: 900,
  wallMs: 120_000,
}
