// A message centre of SMPP of its own that throws messages away: it tells its parent the port, every number that it takes a message
// for right before it confirms it, and how many it has taken when it is asked. It reports each as delivered.
import { setTimeout as wait } from 'node:timers/promises'
import { SmppServer } from './smpp-server.ts'

/** Pause before a message is confirmed, in ms, where each number is told: some are always under way. */
const pause = Number(process.env['SMPP_PAUSE'] ?? 0)

const server = await SmppServer.start()
let taken = 0
server.pause = pause
server.onPart = ({ id, to }) => {
  taken++
  server.parts.length = 0
  if (pause > 0) process.send?.({ id: to })
  else void wait(0).then(() => server.report(id, 'DELIVRD'))
  server.confirmed.length = 0
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => process.send?.(message === 'taken' ? { taken } : { seen: message }))
process.send?.({ port: server.port })
