/** What of a sample fields change. */
export interface SampleDraft {
  answers: Record<string, number | string | readonly string[]>
  contact: Record<string, string>
  eventDate: string
  unitIds: number[]
}
