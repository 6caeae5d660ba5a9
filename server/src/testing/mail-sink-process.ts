// A mail server of its own that throws mails away: it tells its parent the port, and the Message-ID of every mail that it
// takes, right before it confirms it.
import { setTimeout as wait } from 'node:timers/promises'
import { startMailSink } from './mail-sink.ts'

/** Pause before a mail is confirmed, in ms: some are always under way. */
const pause = 5

const sink = await startMailSink()
sink.onMail = async (_to, { headers }) => {
  process.send?.({ id: headers.get('message-id') ?? '' })
  await wait(pause)
  // Kept nowhere.
  sink.mails.length = 0
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => process.send?.({ seen: message }))
process.send?.({ port: sink.port })
