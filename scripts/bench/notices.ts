// How fast a completed response reaches its owner's stream of notices, and how long 10,000 notices take to be written to mails
// and handed to a mail server that throws them away.
import { once } from 'node:events'
import { connect } from 'node:net'
import { raiseAlerts } from '../../server/src/domain/alerts/raise.ts'
import { saveConfiguration } from '../../server/src/domain/build/configuration.ts'
import { insertQuestions } from '../../server/src/domain/build/questions.ts'
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertSurvey } from '../../server/src/domain/build/survey.ts'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { insertMembership, insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { writeNoticeMails } from '../../server/src/domain/notices/mail-notices.ts'
import { sendMails } from '../../server/src/domain/notices/send-mails.ts'
import { tellUsers } from '../../server/src/domain/notices/tell.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { write } from '../../server/src/domain/write.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { sendingTo, startMailSink } from '../../server/src/testing/mail-sink.ts'
import type { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Notices, their users, and the longest that 95 of 100 may take to the owner's stream, in ms. */
const promised = { notices: 10_000, users: 500, p95: 1000 }
const runs = 100

const extName = 'notices'
const configuration = 'alerts: [{ extname: unhappy, title: Unhappy, when: rating <= 3, defaultOwner: notices-owner }]'

/** Measures both; `share` of the promised notices, to try it quickly. */
export async function measureNotices(server: MeasuredServer, share: number): Promise<void> {
  const made = await makeSurvey(server)
  await measureStream(server, made)
  await measureMails(server, made, Math.round(promised.notices * share))
}

interface Made {
  universeId: number
  surveyId: number
  roleId: number
  ownerId: number
}

async function makeSurvey({ deps }: MeasuredServer): Promise<Made> {
  const universeId = await insertUniverse(deps.db, { name: extName })
  const surveyId = await write(programContext(deps, 'bench'), async (tx) => {
    const id = await insertSurvey(tx.db, universeId, { extName })
    await insertQuestions(tx.db, id, [{ variable: 'rating', type: 'scale', scale: [0, 10] }])
    await saveConfiguration(tx.db, { id, universeId, extName }, { text: configuration, source: 'user', author: '' })
    return id
  })
  const roleId = await insertRole(deps.db, universeId, { name: 'told' })
  await insertSurveyRights(deps.db, { roleId, surveyId }, { canHandleAlerts: true })
  const ownerId = await insertUser(deps.db, { username: 'notices-owner' })
  await insertMembership(deps.db, { userId: ownerId, universeId, roleId })
  return { universeId, surveyId, roleId, ownerId }
}

async function measureStream(server: MeasuredServer, { universeId, surveyId }: Made): Promise<void> {
  const { deps } = server
  const stream = await server.stream(universeId, 'notices-owner', '/rest/notices/stream')
  const socket = connect(stream.port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  let heard = (): void => {}
  socket.on('data', (chunk) => {
    text += chunk.toString()
    heard()
  })
  const told = (count: number): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (text.split('event: notice\n').length > count) resolve()
      }
      heard()
    })
  socket.write(`GET ${stream.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${stream.authorization}\r\n\r\n`)
  await new Promise<void>((resolve) => {
    heard = () => {
      if (text.includes('event: unread')) resolve()
    }
    heard()
  })
  const model = await loadSurveyModelById(deps, surveyId)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    await write(programContext(deps, 'bench'), async (tx) => {
      const { id } = await tx.db
        .insertInto('response')
        .values({ survey_id: surveyId, state: 0, event_date: '2026-01-05', answers: JSON.stringify({ rating: 1 }) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await raiseAlerts(tx, model, [id])
    })
    await told(run + 1)
    times.push(performance.now() - began)
  }
  socket.destroy()
  const { p50, p95 } = spreadOf(times)
  console.log(
    `\ncompleted response to its owner's stream: p50 ${ms(p50)} ms  p95 ${ms(p95)} ms  goal ${promised.p95} ms   ${verdict(p95 <= promised.p95)}`,
  )
}

async function measureMails(
  { deps }: MeasuredServer,
  { universeId, surveyId, roleId }: Made,
  notices: number,
): Promise<void> {
  const users: number[] = []
  for (let at = 0; at < promised.users; at++) {
    const username = `told${at}`
    const userId = await insertUser(deps.db, { username, email: `${username}@example.org` })
    await insertMembership(deps.db, { userId, universeId, roleId })
    users.push(userId)
  }
  const alerts = await deps.db.selectFrom('alert').select('id').where('survey_id', '=', surveyId).execute()
  const sink = await startMailSink()
  const received = new Map<string, number>()
  sink.onMail = (to) => void received.set(to, (received.get(to) ?? 0) + 1)
  const config = { ...readConfig(sendingTo(sink)), dataFolder: deps.config.dataFolder }
  const ctx = programContext({ ...deps, config }, 'bench')
  const never = new AbortController().signal
  // Each notice in a mail of its own: users are told once in each round.
  const took = { telling: 0, writing: 0, sending: 0 }
  let sent = 0
  for (let told = 0, round = 0; told < notices; round++) {
    const some = users.slice(0, notices - told)
    const objectId = alerts[round % alerts.length]?.id ?? 0
    const began = performance.now()
    await write(ctx, (tx) =>
      tellUsers(
        tx,
        { id: surveyId, universeId },
        { event: 'mention', kind: 'alert' },
        some.map((userId) => ({ userId, objectId, occurrence: String(round) })),
      ),
    )
    const toldAt = performance.now()
    await writeNoticeMails(ctx, never)
    const writtenAt = performance.now()
    sent += await sendMails(ctx, never)
    took.telling += toldAt - began
    took.writing += writtenAt - toldAt
    took.sending += performance.now() - writtenAt
    told += some.length
  }
  await sink.close()
  const arrived = [...received.values()].reduce((sum, count) => sum + count, 0)
  const isOnce = sent === notices && arrived === notices
  console.log(
    `${notices} notices: told in ${seconds(took.telling)}, written to mails in ${seconds(took.writing)}, sent in ${seconds(took.sending)}; ${arrived} arrived, nothing twice   ${verdict(isOnce)}`,
  )
}
