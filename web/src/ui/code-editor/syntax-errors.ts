import { javascriptLanguage } from '@codemirror/lang-javascript'
import { Text } from '@codemirror/state'

/** Most places that are named. */
const most = 20

/** The places of a JavaScript text that are not JavaScript, one per line; lines and columns from 1. */
export function syntaxErrors(value: string): { line: number; column: number }[] {
  const doc = Text.of(value.split('\n'))
  const places = new Map<number, number>()
  javascriptLanguage.parser.parse(value).iterate({
    enter: ({ type, from }) => {
      if (!type.isError || places.size >= most) return
      const line = doc.lineAt(Math.min(from, doc.length))
      if (!places.has(line.number)) places.set(line.number, from - line.from + 1)
    },
  })
  return [...places].map(([line, column]) => ({ line, column }))
}
