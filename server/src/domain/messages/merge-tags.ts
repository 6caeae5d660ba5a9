import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

/** How a condition compares; `is` asks whether there is a value. */
export type Comparison = 'is' | '=' | '!=' | '<' | '<=' | '>' | '>='

/** What one `{{...}}` says. */
export type Tag =
  | { kind: 'value'; name: string; fallback: string | null }
  | { kind: 'if'; name: string; comparison: Comparison; value: string }
  | { kind: 'else' }
  | { kind: 'end' }

/** A text cut at its tags: texts as they are, and tags as written, with the place they begin at. */
export type TagPart = { text: string } | { tag: Tag; written: string; at: number } | { fault: Words; at: number }

const anyTag = /\{\{([^{}]*)\}\}/g
const name = '[\\p{L}_][\\p{L}\\p{N}_.-]*'
const value = new RegExp(`^(${name})\\s*(?:\\|([^]*))?$`, 'u')
const condition = new RegExp(`^#if\\s+(${name})\\s*(?:(!=|<=|>=|=|<|>)\\s*([^]*))?$`, 'u')

/** Cuts a text at its tags. What looks like a tag but is none is a fault; a single brace is text. */
export function cutAtTags(text: string): TagPart[] {
  const parts: TagPart[] = []
  let from = 0
  const addText = (end: number): void => {
    const between = text.slice(from, end)
    if (between === '') return
    const brace = /\{\{|\}\}/.exec(between)
    if (brace) parts.push({ fault: say`A merge tag is not closed, or has braces inside.`, at: from + brace.index })
    parts.push({ text: between })
  }
  for (const found of text.matchAll(anyTag)) {
    addText(found.index)
    parts.push({ ...readTag(found[1] ?? ''), written: found[0], at: found.index })
    from = found.index + found[0].length
  }
  addText(text.length)
  return parts
}

function readTag(inner: string): { tag: Tag } | { fault: Words } {
  const text = plainSigns(inner).trim()
  if (text === 'else') return { tag: { kind: 'else' } }
  if (text === '/if') return { tag: { kind: 'end' } }
  const asked = condition.exec(text)
  if (asked)
    return {
      tag: {
        kind: 'if',
        name: asked[1] ?? '',
        comparison: (asked[2] ?? 'is') as Comparison,
        value: unquoted(asked[3] ?? ''),
      },
    }
  const shown = value.exec(text)
  if (shown)
    return {
      tag: { kind: 'value', name: shown[1] ?? '', fallback: shown[2] === undefined ? null : unquoted(shown[2]) },
    }
  return { fault: say`"{{${text.slice(0, 60)}}}" is no merge tag.` }
}

/** The signs that editors of markup write as references. */
function plainSigns(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return /^(["'])[^]*\1$/.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed
}
