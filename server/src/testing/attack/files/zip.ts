import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a workbook's container. */
export interface Part {
  name: string
  content: string | Buffer
  /** The content as it is deflated already, its inflated size and its checksum; then `content` counts for nothing. */
  packed?: { data: Buffer; size: number; checksum: number }
}

/** False statements of a container about itself. */
export interface Lies {
  /** Added to the declared offset of the directory. */
  directoryOffset?: number
  /** Declared number of parts in the directory. */
  count?: number
  /** Declared inflated size of each part. */
  size?: number
  /** General purpose flags of each part: 1 is "encrypted". */
  flags?: number
  /** Compression method of each part: 8 is deflate. */
  method?: number
  /** Added to the checksum. */
  checksum?: number
}

/** A zip container built by hand, so that it can contain false statements about itself. */
export function zip(parts: readonly Part[], lies: Lies = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, packed } of parts) {
    const bytes = Buffer.from(content)
    const data = packed?.data ?? deflateRawSync(bytes, { level: 9 })
    const checksum = packed?.checksum ?? crc32(bytes)
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(lies.flags ?? 0, 2)
    fields.writeUInt16LE(lies.method ?? 8, 4)
    fields.writeUInt32LE((checksum + (lies.checksum ?? 0)) >>> 0, 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(lies.size ?? packed?.size ?? bytes.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, path, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, rest, path]))
    bodies.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE((lies.count ?? parts.length) & 0xffff, 4)
  end.writeUInt16LE((lies.count ?? parts.length) & 0xffff, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE((offset + (lies.directoryOffset ?? 0)) >>> 0, 12)
  return Buffer.concat([...bodies, central, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** The differences of a workbook from a plain one with a single sheet. */
export interface Sheet {
  /** Rows of the sheet as XML. */
  rows: string
  /** Shared texts as XML. */
  shared?: string
  /** Text before the root element of the sheet and the shared texts. */
  prolog?: string
  /** Text in the sheet before its rows. */
  before?: string
  /** Text in the sheet after its rows. */
  after?: string
  more?: readonly Part[]
  sheetName?: string
}

/** The parts of a workbook of one sheet. */
export function workbook({
  rows,
  shared = '',
  prolog = '',
  before = '',
  after = '',
  more = [],
  sheetName = 'Data',
}: Sheet): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { name: 'xl/sharedStrings.xml', content: `${head}${prolog}<sst xmlns="${main}">${shared}</sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${head}${prolog}<worksheet xmlns="${main}" xmlns:r="${office}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    },
    ...more,
  ]
}

/** A row of the sheet: texts are stored inline, numbers as numbers. */
export function row(number: number, cells: readonly (string | number)[]): string {
  const xml = cells.map((cell, column) => {
    const place = `${String.fromCharCode(65 + column)}${number}`
    return typeof cell === 'number'
      ? `<c r="${place}"><v>${cell}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${number}">${xml.join('')}</row>`
}
