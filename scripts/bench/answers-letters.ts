// How many letters a second a campaign makes, merged, printed and stored, beside a bare LibreOffice that prints one and the
// same letter; and whether the memory of both processes stays flat: at most as much over the second half as over the first.
import { readFileSync, readdirSync } from 'node:fs'
import { Sender } from '../../server/src/domain/campaigns/sending/sender.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { letterPress } from '../../server/src/domain/letters/office/letter-press.ts'
import { letterFile, letterText } from '../../server/src/testing/letters.ts'
import { createSentCampaign } from '../../server/src/testing/sent-campaign.ts'
import { createDocumentRow } from '../../server/src/testing/template-rows.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds, verdict } from './printing.ts'

/** Letters, how many of them a second, and MB by which the most memory of the second half may exceed that of the first. */
const promised = { letters: 2000, perSecond: 15, growth: 60 }
/** Letters of the bare loop, and those after which memory is read for the first time: both processes have warmed up then. */
const bareLetters = 200
const first = 200

const mb = 1024 * 1024

/** Measures it; `share` of the letters, to try it quickly. */
export async function measureLetters({ deps }: MeasuredServer, share: number): Promise<void> {
  const count = Math.max(first * 1.5, Math.round(promised.letters * share))
  const press = letterPress(deps.config)
  if (!(await press.isReady())) throw new Error('Letters need LibreOffice, which is not installed here')
  const document = letterFile({ body: letterText.replaceAll(/\{\{([^}]*)\}\}/g, '$1') }).toString()
  await press.print(document)
  const bareBegan = performance.now()
  for (let n = 0; n < bareLetters; n++) await press.print(document)
  const bare = (bareLetters * 1000) / (performance.now() - bareBegan)

  const made = await createSentCampaign(deps, { people: count, sendingType: 'LETTER', state: 'PAUSED' })
  const contents = await createDocumentRow(deps.db, made.universeId, letterText)
  await deps.db.updateTable('template').set({ contents }).where('universe_id', '=', made.universeId).execute()
  await deps.db.updateTable('campaign').set({ state: 'STARTED' }).where('id', '=', made.id).execute()
  const memory: { done: number; ours: number; office: number }[] = []
  const noteMemory = (done: number): void => {
    if (done < first || press.pid === null) return
    memory.push({ done, ours: process.memoryUsage().rss / mb, office: groupMemory(press.pid) })
  }
  const began = performance.now()
  const { sent } = await new Sender(programContext(deps, 'bench'), {
    progress: ({ done }) => noteMemory(done),
  }).run(new AbortController().signal)
  const took = performance.now() - began
  const perSecond = (sent * 1000) / took
  const isFast = sent === count && perSecond >= promised.perSecond
  console.log(
    `\n${sent} letters made in ${seconds(took)}: ${perSecond.toFixed(1)} a second   goal ${promised.perSecond}   ${verdict(isFast)}   bare listener ${bare.toFixed(1)}`,
  )
  for (const [kind, name] of [
    ['ours', 'server'],
    ['office', 'LibreOffice'],
  ] as const) {
    const mostOf = (half: typeof memory): number => Math.max(...half.map((one) => one[kind]))
    const [before, after] = [
      mostOf(memory.filter(({ done }) => done <= count / 2)),
      mostOf(memory.filter(({ done }) => done > count / 2)),
    ]
    console.log(
      `memory of ${name}: at most ${before.toFixed(0)} MB over the first half of the letters, ${after.toFixed(0)} MB over the second   goal +${promised.growth} MB   ${verdict(after - before <= promised.growth)}`,
    )
  }
}

/** Resident memory of a group of processes in MB. */
function groupMemory(leader: number): number {
  let pages = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) === leader) pages += Number(fields[21])
    } catch {
      // It has just ended.
    }
  }
  return (pages * 4096) / mb
}
