import { usualSendingRules } from '@gensvar/contract/sending-rules'
import type { SendingRules } from '@gensvar/contract/sending-rules'
import { Sender } from '#server/domain/campaigns/sending/sender.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { readConfig } from '#server/platform/config.ts'
import { createSentCampaign } from './sent-campaign.ts'
import type { SentCampaign, TestCampaign } from './sent-campaign.ts'
import { testDeps } from './test-app.ts'
import type { TestDeps, TestParts } from './test-app.ts'

/** Campaigns that are sent in tests, on stores of their own. */
export class SendingBench {
  readonly server: TestDeps

  constructor(server: TestDeps) {
    this.server = server
  }

  /** Opens one; the caller closes it, in `afterAll`. */
  static async open(parts: TestParts = {}): Promise<SendingBench> {
    return new SendingBench(await testDeps(parts))
  }

  close(): Promise<void> {
    return this.server.close()
  }

  /** Removes all campaigns: what waits in one is sent by whoever sends next. */
  async clear(): Promise<void> {
    await this.server.deps.db.deleteFrom('campaign').execute()
  }

  /** A context of the program with other settings, such as where mail goes. */
  context(settings: Readonly<Record<string, string>>): Ctx {
    const { deps } = this.server
    const config = { ...readConfig(settings), dataFolder: deps.config.dataFolder }
    return programContext({ ...deps, config }, 'test')
  }

  /** Stores a started campaign whose messages are due. */
  campaign(given: TestCampaign): Promise<SentCampaign> {
    return createSentCampaign(this.server.deps, given)
  }

  /** Sends all that is due. */
  send(ctx: Ctx, signal = new AbortController().signal): ReturnType<Sender['run']> {
    return new Sender(ctx).run(signal)
  }

  /** The messages of a campaign, in the order of its people. */
  rows({ id }: SentCampaign) {
    const { db } = this.server.deps
    return db.selectFrom('recipient').selectAll().where('campaign_id', '=', id).orderBy('id').execute()
  }

  /** A campaign as it is stored. */
  stored({ id }: SentCampaign) {
    return this.server.deps.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Gives the organisation of a campaign rules of sending of its own, in place of earlier ones. */
  async setRules({ universeId }: SentCampaign, rules: Partial<SendingRules>): Promise<void> {
    const stored = JSON.stringify({ ...usualSendingRules, ...rules })
    await this.server.deps.db
      .insertInto('sending_rules')
      .values({ universe_id: universeId, rules: stored })
      .onConflict((conflict) => conflict.column('universe_id').doUpdateSet({ rules: stored }))
      .execute()
  }
}
