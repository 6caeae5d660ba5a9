// A mail server of its own that takes every mail at once and throws it away, as fast as a process can: it tells its parent
// the port, and how many it has taken when it is asked.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

const end = Buffer.from('\r\n.\r\n')
const newline = 10
let taken = 0

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  talk(socket)
})

function talk(socket: Socket): void {
  let isContent = false
  let kept: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    let rest = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk
    let said = ''
    for (;;) {
      const at = isContent ? rest.indexOf(end) : rest.indexOf(newline)
      if (at < 0) break
      if (isContent) {
        taken++
        isContent = false
        said += '250 taken\r\n'
        rest = rest.subarray(at + end.length)
        continue
      }
      const command = rest.toString('latin1', 0, 4).toUpperCase()
      rest = rest.subarray(at + 1)
      isContent = command === 'DATA'
      said += answers[command] ?? '250 well\r\n'
    }
    // Of a content only what may be the beginning of its end.
    kept = isContent ? rest.subarray(Math.max(0, rest.length - end.length)) : rest
    if (said !== '') socket.write(said)
  })
}

const answers: Readonly<Record<string, string>> = {
  DATA: '354 go on\r\n',
  EHLO: '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n',
  QUIT: '221 bye\r\n',
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => process.send?.({ taken }))
process.on('disconnect', () => process.exit())
