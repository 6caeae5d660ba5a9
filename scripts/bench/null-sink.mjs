import { createServer } from 'node:net'
const end = Buffer.from('\r\n.\r\n')
let taken = 0
const server = createServer((socket) => {
  socket.setNoDelay(true)
  let isData = false
  let tail = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (chunk) => {
    let rest = tail.length ? Buffer.concat([tail, chunk]) : chunk
    tail = Buffer.alloc(0)
    let out = ''
    for (;;) {
      if (isData) {
        const at = rest.indexOf(end)
        if (at < 0) { tail = rest.subarray(Math.max(0, rest.length - 4)); break }
        taken++; isData = false; out += '250 ok\r\n'; rest = rest.subarray(at + 5)
      } else {
        const at = rest.indexOf(10)
        if (at < 0) { tail = rest; break }
        const c = rest.toString('latin1', 0, 4).toUpperCase()
        rest = rest.subarray(at + 1)
        if (c === 'DATA') { isData = true; out += '354 go\r\n' }
        else if (c === 'EHLO') out += '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
        else if (c === 'QUIT') { out += '221 bye\r\n' }
        else out += '250 ok\r\n'
      }
    }
    if (out) socket.write(out)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('message', () => process.send?.({ taken }))
process.on('disconnect', () => process.exit())
