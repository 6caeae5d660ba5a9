/** A span as a collector reads it. */
export interface ReadSpan {
  traceId: string
  id: string
  /** Empty for the first of a trace. */
  parentId: string
  name: string
  kind: 'internal' | 'server' | 'client' | 'other'
  properties: Record<string, unknown>
  hasFailed: boolean
}

/** A field of a protobuf message: its number, and its value as it stands there. */
interface Field {
  number: number
  value: Buffer | bigint
}

/** Reads what was sent to a collector: ExportTraceServiceRequest of OTLP in protobuf. */
export function readSpans(messages: readonly Buffer[]): { resources: Record<string, unknown>[]; spans: ReadSpan[] } {
  const ofResources = messages.flatMap((message) => parts(message, 1))
  return {
    resources: ofResources.flatMap((one) => parts(one, 1)).map((resource) => propertiesOf(parts(resource, 1))),
    spans: ofResources
      .flatMap((one) => parts(one, 2))
      .flatMap((scope) => parts(scope, 2))
      .map(readSpan),
  }
}

const kinds: Readonly<Record<number, ReadSpan['kind']>> = { 1: 'internal', 2: 'server', 3: 'client' }

function readSpan(span: Buffer): ReadSpan {
  const first = (number: number): Buffer => parts(span, number)[0] ?? Buffer.alloc(0)
  const kind = fields(span).find(({ number }) => number === 6)?.value
  return {
    traceId: first(1).toString('hex'),
    id: first(2).toString('hex'),
    parentId: first(4).toString('hex'),
    name: first(5).toString('utf8'),
    kind: kinds[Number(kind)] ?? 'other',
    properties: propertiesOf(parts(span, 9)),
    // The code of a status: 2 is an error.
    hasFailed: fields(first(15)).some(({ number, value }) => number === 3 && value === 2n),
  }
}

function propertiesOf(pairs: readonly Buffer[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = fields(parts(pair, 2)[0] ?? Buffer.alloc(0))
      const told = typeof value?.value === 'bigint' ? Number(value.value) : value?.value.toString('utf8')
      return [parts(pair, 1)[0]?.toString('utf8') ?? '', told]
    }),
  )
}

/** The values of a message's field that are texts, bytes or messages. */
function parts(message: Buffer, wanted: number): Buffer[] {
  return fields(message).flatMap(({ number, value }) => (number === wanted && Buffer.isBuffer(value) ? [value] : []))
}

function fields(message: Buffer): Field[] {
  const found: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => message.subarray(at, (at += length))
  while (at < message.length) {
    const key = varint()
    const number = Number(key >> 3n)
    const type = Number(key & 7n)
    if (type === 0) found.push({ number, value: varint() })
    else if (type === 1) found.push({ number, value: take(8) })
    else if (type === 2) found.push({ number, value: take(Number(varint())) })
    else if (type === 5) found.push({ number, value: take(4) })
    else throw new Error(`No message of protobuf: a field has the type ${type}`)
  }
  return found
}
