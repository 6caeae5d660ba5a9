// How many text messages of a campaign a worker hands to a message centre (SMPP 3.4, a process of its own that confirms each at
// once and reports it as delivered), and how long until all receipts are with their messages.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { wakeSending } from '../../../server/src/domain/campaigns/sending/bulk-mail-task.ts'
import { programContext } from '../../../server/src/domain/context.ts'
import type { Deps } from '../../../server/src/domain/context.ts'
import { write } from '../../../server/src/domain/write.ts'
import { findRunningPostgres } from '../../../server/src/platform/embedded-postgres/launcher.ts'
import { createSentCampaign } from '../../../server/src/testing/sent-campaign.ts'
import { runWorker } from '../../../server/src/testing/server-process.ts'
import { textingTo } from '../../../server/src/testing/smpp-server.ts'
import { verdict } from '../printing.ts'

/** Messages a second. */
const promised = 500
const messages = 20_000
/** Longest time for the receipts of everything, in ms. */
const patience = 60_000
const processFile = fileURLToPath(new URL('../../../server/src/testing/smpp-server-process.ts', import.meta.url))
const contents = 'Hi {{contact.name|}}, how was your visit? {{survey.link}} No more: {{unsubscribe.link}}'

/** Measures sending; `share` of the messages, to try it quickly. */
export async function measureSms(deps: Deps, folder: string, share: number): Promise<void> {
  const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
  if (url === null) throw new Error('PostgreSQL does not run')
  // The worker has figures of its own; those of this process would take its time.
  await deps.analytics.feed.stop()
  const people = Math.round(messages * share)
  const made = { people, sendingType: 'SMS', state: 'PAUSED', template: { contents, design: contents } } as const
  const { id } = await createSentCampaign(deps, made)
  const operator = fork(processFile, { stdio: 'inherit' })
  const [{ port }] = (await once(operator, 'message')) as [{ port: number }]
  const worker = runWorker(url, join(folder, 'worker-sms'), {
    ...textingTo({ port }),
    GENSVAR_URL: 'https://s.example',
  })
  try {
    await worker.ready
    console.log(`\n${people} text messages to a message centre that confirms each at once and reports it as delivered`)
    const began = performance.now()
    await write(programContext(deps, 'bench'), async (tx) => {
      await tx.db.updateTable('campaign').set({ state: 'STARTED' }).where('id', '=', id).execute()
      await wakeSending(tx)
    })
    await until(async () => {
      if (worker.child.exitCode !== null) throw new Error((await worker.ended).errors)
      const { pending, sending } = await deps.db
        .selectFrom('campaign_count')
        .select(['pending', 'sending'])
        .where('campaign_id', '=', id)
        .executeTakeFirstOrThrow()
      return pending + sending === 0
    }, Infinity)
    const pace = (people * 1000) / (performance.now() - began)
    console.log(`${pace.toFixed(0)} messages/s  goal ${promised}   ${verdict(pace >= promised)}`)
    const sentAt = performance.now()
    const areThere = await until(async () => (await arrived(deps, id)) === people, patience)
    const seconds = ((performance.now() - sentAt) / 1000).toFixed(1)
    console.log(`all receipts are with their messages after another ${seconds} s   ${verdict(areThere)}`)
  } finally {
    worker.child.kill('SIGTERM')
    await worker.ended
    operator.disconnect()
  }
}

async function arrived({ db }: Deps, campaignId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recipient')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('campaign_id', '=', campaignId)
    .where('arrived', '=', true)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Waits until something is so; false where it is not in time. */
async function until(isSo: () => Promise<boolean>, most: number): Promise<boolean> {
  const latest = performance.now() + most
  while (!(await isSo())) {
    if (performance.now() > latest) return false
    await wait(50)
  }
  return true
}
