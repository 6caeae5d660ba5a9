import type { CampaignProgress } from '@gensvar/contract/campaign-progress'
import { seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import type { Campaign } from '#server/domain/campaigns/campaign.ts'
import type { CampaignCounts } from '#server/domain/campaigns/lists/counts.ts'
import { countMessages, hasKeptCounts, noMessages, toldCounts } from '#server/domain/campaigns/lists/counts.ts'
import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { demandCampaigns } from '#server/domain/rights/authorise.ts'
import { identifyById } from '#server/domain/rights/sessions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { stillThere } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/event-stream.ts'
import { Waiter } from '#server/platform/waiter.ts'
import type { CampaignStand, CampaignWatch } from './progress.ts'

/** Which campaign is followed. */
export interface Followed {
  survey: string
  campaignId: number
}

/** How often a stream looks whether its session still exists, in ms. */
const beat = 20_000
/**
 * Somebody whose numbers have to be counted gets them again after so many times as long as counting took, and never sooner or
 * later than so many ms. Counts that took long are kept no longer than that.
 */
const countedPace = { times: 10, atLeast: 1000, atMost: 60_000 }
/** So long after a change they are counted again though nothing else happens: the last count may have been one that was kept. */
const settling = 2 * countedPace.atMost
/** How long what a reader may see holds, in ms. */
const rightsPace = 10_000
/** Streams of one user in this process; with one more, the oldest ends. */
const mostOfUser = 10

/** What a stream begins with. Throws `not_found` for a campaign that the caller may not see. */
export async function presentProgress(ctx: Ctx, { survey, campaignId }: Followed): Promise<StreamEvent> {
  const access = await surveyAccess(ctx, survey)
  const campaign = await seenCampaign(ctx, access, campaignId)
  return progressEvent(await readerOf(ctx, access, campaign), null)
}

/** The open streams of this process. */
export class ProgressStreams {
  private readonly watch: CampaignWatch
  private readonly open = new Map<number, Set<() => void>>()

  constructor(watch: CampaignWatch) {
    this.watch = watch
  }

  /**
   * How far a campaign is, as it goes on, until the caller's session ends, they may no longer see the campaign, or `closed` is
   * aborted.
   */
  async *events(
    deps: Deps,
    { sessionId, userId }: Ctx['identity'],
    followed: Followed,
    closed: AbortSignal,
  ): AsyncGenerator<StreamEvent | typeof stillThere> {
    const ending = new AbortController()
    const end = (): void => ending.abort()
    closed.addEventListener('abort', end)
    const others = this.open.get(userId) ?? new Set()
    if (others.size >= mostOfUser) [...others][0]?.()
    this.open.set(userId, others.add(end))
    const waiter = new Waiter(ending.signal)
    const stopFollowing = this.watch.follow(followed.campaignId, () => waiter.wake())
    try {
      let began = Date.now()
      let seen = await this.read(deps, sessionId, followed)
      let readAt = Date.now()
      let changedAt = readAt
      while (seen && !ending.signal.aborted) {
        const stand = this.watch.standOf(followed.campaignId)
        yield progressEvent(seen, stand)
        if (!seen.isWhole) await waiter.rest(restAfter(readAt - began))
        while (!ending.signal.aborted) {
          if (await waiter.wait(beat)) {
            changedAt = Date.now()
            break
          }
          if (!(await identifyById(deps, sessionId))) return
          yield stillThere
          if (!seen.isWhole && Date.now() - changedAt < settling) break
        }
        const isOld = !seen.isWhole || Date.now() - readAt > rightsPace
        if (!isOld && this.watch.standOf(followed.campaignId)) continue
        began = Date.now()
        seen = await this.read(deps, sessionId, followed)
        readAt = Date.now()
      }
    } finally {
      stopFollowing()
      closed.removeEventListener('abort', end)
      others.delete(end)
      if (others.size === 0 && this.open.get(userId) === others) this.open.delete(userId)
    }
  }

  /** Ends all streams. */
  stop(): void {
    for (const streams of this.open.values()) for (const end of streams) end()
  }

  private async read(deps: Deps, sessionId: number, { survey, campaignId }: Followed): Promise<Reader | null> {
    const identity = await identifyById(deps, sessionId)
    if (!identity) return null
    try {
      const ctx = { ...deps, identity }
      const access = await surveyAccess({ db: deps.db, clock: deps.clock, identity }, survey)
      demandCampaigns(ctx, access)
      return await readerOf(ctx, access, await seenCampaign(ctx, access, campaignId))
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
}

/** How long somebody whose numbers were counted in so many ms waits for the next ones. */
function restAfter(took: number): number {
  const { times, atLeast, atMost } = countedPace
  return Math.min(Math.max(times * took, atLeast), atMost)
}

/** Somebody who follows a campaign, with what they may see of it. */
interface Reader {
  campaign: Campaign
  counts: CampaignCounts
  access: SurveyAccess
  /** The numbers that are kept are theirs. */
  isWhole: boolean
}

async function readerOf(ctx: ManyCasesDeps, access: SurveyAccess, campaign: Campaign): Promise<Reader> {
  const counts = (await countMessages(ctx, access, [campaign.id])).get(campaign.id)
  return { campaign, access, isWhole: hasKeptCounts(access), counts: counts ?? toldCounts(access, noMessages) }
}

function progressEvent({ campaign, counts, access, isWhole }: Reader, stand: CampaignStand | null): StreamEvent {
  const data: CampaignProgress = {
    state: stand?.state ?? campaign.state,
    counts: isWhole && stand ? toldCounts(access, stand.counts) : counts,
    perMinute: stand?.perMinute ?? null,
    secondsLeft: stand?.secondsLeft ?? null,
  }
  return { event: 'progress', data }
}
