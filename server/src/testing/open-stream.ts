/** A stream of server-sent events that is read. */
export interface OpenStream {
  /** The data of the next event of a kind; others before it are left out. Rejects where the stream ends before. */
  next(event: string): Promise<unknown>
  close(): void
}

/** Opens a stream with a session's token. */
export function openStream(url: string, token: string): OpenStream {
  const ending = new AbortController()
  const events = read(url, token, ending.signal)
  return {
    async next(wanted) {
      for (;;) {
        const { value } = await events.next()
        if (!value) throw new Error(`The stream ended before an event "${wanted}"`)
        if (value.event === wanted) return value.data
      }
    },
    close: () => ending.abort(),
  }
}

async function* read(
  url: string,
  token: string,
  signal: AbortSignal,
): AsyncGenerator<{ event: string; data: unknown }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal })
  if (!answer.ok || !answer.body) throw new Error(`The stream was answered ${answer.status}`)
  let text = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? []
      if (event !== '') yield { event, data: JSON.parse(data) }
    }
  }
}
