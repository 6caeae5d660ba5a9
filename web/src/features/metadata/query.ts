import { getMetadata } from '@gensvar/contract/metadata'
import type { Metadata } from '@gensvar/contract/metadata'
import { call } from '#web/api.ts'

/** What is looked for in the metadata. */
interface MetadataSearch {
  text?: string
  group?: string
  rowFrom?: number
}

/** Loads the questions that are looked for, at most ten. */
export function loadMetadata(survey: string, search: MetadataSearch, signal?: AbortSignal): Promise<Metadata> {
  const { text = '', group, rowFrom = 0 } = search
  return call(
    getMetadata,
    { params: { survey }, query: { text, rowFrom, ...(group !== undefined && { group }) } },
    signal ? { signal } : {},
  )
}
