/** MJML for the thread. */
export interface MjmlOrder {
  id: number
  mjml: string
}

/** What the thread answers. */
export type MjmlAnswer =
  | { id: number; kind: 'html'; html: string; errors: readonly { line: number; message: string }[] }
  | { id: number; kind: 'failed'; message: string }
