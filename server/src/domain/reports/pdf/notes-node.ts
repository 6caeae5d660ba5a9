import type { Node } from 'pdfmake'
import type { Drawing } from './drawing.ts'
import { colours, sizes } from './style.ts'

/** Sentences below a table or chart; nothing for none. */
export function notesNode(notes: readonly string[], drawing: Drawing): Node[] {
  if (notes.length === 0) return []
  const stack = notes.map((note) => ({ text: drawing.print(note) }))
  return [{ stack, fontSize: sizes.small, color: colours.quiet, margin: [0, 2, 0, 4] }]
}
