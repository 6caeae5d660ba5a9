import { say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import { excelForm, momentOf } from './date-forms.ts'
import type { DateForm } from './date-forms.ts'
import { monthNumber } from './month-names.ts'

type Part = 'year' | 'month' | 'monthName' | 'day' | 'hour' | 'minute' | 'second' | 'half'

const parts: readonly { pattern: RegExp; part: Part; source: string }[] = [
  { pattern: /^yyyy/i, part: 'year', source: String.raw`(\d{4})` },
  { pattern: /^yy/i, part: 'year', source: String.raw`(\d{2})` },
  { pattern: /^mmmm?/i, part: 'monthName', source: String.raw`(\p{L}{3,12}\.?)` },
  { pattern: /^dd?/i, part: 'day', source: String.raw`(\d{1,2})` },
  { pattern: /^hh?/i, part: 'hour', source: String.raw`(\d{1,2})` },
  { pattern: /^ss?/i, part: 'second', source: String.raw`(\d{1,2})` },
  { pattern: /^am\/pm/i, part: 'half', source: String.raw`([ap])\.?m\.?` },
]

/**
 * Compiles a date format such as `dd/mm/yyyy`, `d.m.yy`, `mmm d, yyyy`, `yyyy-mm-dd hh:mm` or `excel`. Days and
 * months may have one digit or two; a time of day after the date is allowed and ignored. `mm` after `hh` are
 * minutes. Errors: `validation` for a format without day, month or year.
 */
export function compileDateFormat(format: string): DateForm {
  if (format.trim().toLowerCase() === 'excel') return excelForm
  const order: Part[] = []
  let source = ''
  let rest = format.trim()
  while (rest !== '') {
    const found = parts.find(({ pattern }) => pattern.test(rest)) ?? minuteOrMonth(rest, order)
    const text = found ? (found.pattern.exec(rest)?.[0] ?? '') : rest.slice(0, 1)
    if (found) order.push(found.part)
    source += found ? found.source : literal(text)
    rest = rest.slice(text.length)
  }
  const has = (part: Part): boolean => order.filter((one) => one === part).length === 1
  if (!has('year') || !has('day') || !(has('month') || has('monthName'))) {
    const words = say`"${format}" is not a date format. Write it like dd/mm/yyyy, mm/dd/yyyy, yyyy-mm-dd or excel.`
    throw new ImportRefusal('validation', words, 'dateFormat')
  }
  const expression = new RegExp(`^${source}(?:[T,]?\\s*\\d{1,2}[:.]\\d{2}.*)?$`, 'iu')
  return { name: format.trim(), read: (text) => readBy(expression, order, text) }
}

function minuteOrMonth(rest: string, order: readonly Part[]): (typeof parts)[number] | undefined {
  if (!/^m/i.test(rest)) return undefined
  const part = order.at(-1) === 'hour' ? 'minute' : 'month'
  return { pattern: /^mm?/i, part, source: String.raw`(\d{1,2})` }
}

function literal(text: string): string {
  return /\s/.test(text) ? String.raw`\s+` : text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

function readBy(expression: RegExp, order: readonly Part[], text: string): ReturnType<DateForm['read']> {
  const found = expression.exec(text)
  if (!found) return null
  const textOf = (part: Part): string | undefined => found[order.indexOf(part) + 1]
  const number = (part: Part): number | undefined => (order.includes(part) ? Number(textOf(part)) : undefined)
  const month = number('month') ?? monthNumber(textOf('monthName') ?? '')
  if (month === null) return null
  return momentOf({
    year: number('year') ?? 0,
    month,
    day: number('day') ?? 0,
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    half: order.includes('half') ? textOf('half') : undefined,
  })
}
