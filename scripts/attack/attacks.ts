import { attackFiles } from '../../server/src/testing/attack/files/attack-files.ts'
import { attackFigures } from '../../server/src/testing/attack/figures/run.ts'
import { attackFuzz, withFuzzTarget } from '../../server/src/testing/attack/fuzz/attack-fuzz.ts'
import { killCampaign } from '../../server/src/testing/attack/kill-campaign.ts'
import { killLoop } from '../../server/src/testing/attack/kill-loop.ts'
import { killMail } from '../../server/src/testing/attack/kill-mail.ts'
import { killWorker } from '../../server/src/testing/attack/kill-worker.ts'
import { withTarget } from '../../server/src/testing/attack/open-target.ts'
import type { AttackOptions, AttackResult } from '../../server/src/testing/attack/attack.ts'
import { attackRoles } from '../../server/src/testing/attack/roles/attack-roles.ts'

/** One attack of the command. */
export interface Attack {
  name: string
  /** What it does, for the help. */
  summary: string
  /** What one round is, and the default number of rounds. */
  round: string
  rounds: number
  run(options: AttackOptions): Promise<AttackResult>
}

/** All attacks, in the order of the help. */
export const attacks: readonly Attack[] = [
  {
    name: 'roles',
    summary: 'every route as every kind of user, with ids and places of others; no marker may be shown to them',
    round: 'call',
    rounds: 30_000,
    run: (options) => withTarget((target) => attackRoles(target, options)),
  },
  {
    name: 'fuzz',
    summary: 'malformed requests made from the contract, sent over a socket',
    round: 'request',
    rounds: 10_000,
    run: (options) => withFuzzTarget((target) => attackFuzz(target, options)),
  },
  {
    name: 'kill',
    summary: 'the server is killed while it works; nothing that was confirmed may be lost',
    round: 'kill',
    rounds: 20,
    run: killLoop,
  },
  {
    name: 'kill-worker',
    summary: 'the process that makes reports and imports files is killed; each must be whole, or have failed in words',
    round: 'kill',
    rounds: 100,
    run: killWorker,
  },
  {
    name: 'kill-mail',
    summary: 'the process that mails notices is killed; nobody gets two, and those of unknown fate are listed',
    round: 'kill',
    rounds: 50,
    run: killMail,
  },
  {
    name: 'kill-campaign',
    summary: 'the process that sends a campaign to 20,000 people is killed; nobody gets two, and nobody none untold',
    round: 'kill',
    rounds: 200,
    run: killCampaign,
  },
  {
    name: 'files',
    summary: 'broken, hostile and mutated csv and xlsx files for the import',
    round: 'file',
    rounds: 400,
    run: (options) => withTarget((target) => attackFiles(target, options)),
  },
  {
    name: 'figures',
    summary: 'what can be worked out of anonymous surveys from all the figures that are shown',
    round: 'survey',
    rounds: 100,
    run: attackFigures,
  },
]
