/** A sheet as a workbook lists it. */
export interface SheetEntry {
  name: string
  hidden: boolean
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The sheets a workbook's `workbook.xml` lists, in order. */
export function listSheets(workbookXml: string): SheetEntry[] {
  return [...workbookXml.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const name = attribute(attributes, 'name')
    const state = attribute(attributes, 'state')
    return name === null ? [] : [{ name, hidden: state === 'hidden' || state === 'veryHidden' }]
  })
}

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? null : unescapeXml(value)
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (name === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return entities.get(name.toLowerCase()) ?? whole
  })
}
