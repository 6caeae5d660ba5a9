/** An event sent by the server; its data are JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** The server-sent events of an answer, as they arrive. Whoever stops reading, or aborts it, closes the connection. */
export async function* readEvents({ body }: Response, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true })
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split(/\r?\n\r?\n/)
      rest = parts.pop() ?? ''
      for (const part of parts) yield eventOf(part)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(part: string): StreamEvent {
  const fields = new Map<string, string>()
  for (const line of part.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? []
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  return { event: fields.get('event') ?? 'message', data: JSON.parse(fields.get('data') ?? 'null') }
}
