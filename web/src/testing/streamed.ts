/** A stream that a test writes to, and whether its reader has closed it. */
export function streamed() {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const stream = { isClosed: false }
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      stream.isClosed = true
    },
  })
  const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
  return Object.assign(stream, {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    write,
    send: (event: string, data: unknown) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    breakOff: () => controller.error(new Error('gone')),
  })
}
