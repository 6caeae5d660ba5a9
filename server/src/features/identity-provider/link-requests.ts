import type { Deps } from '#server/domain/context.ts'
import { Attempts, linkCounts, mailCounts } from '#server/domain/rights/attempts.ts'

/**
 * Requests for password links. They are processed after the answer is sent, so that the answer and its timing are the
 * same whether the user exists or not.
 */
export class LinkRequests {
  private readonly links: Attempts
  private readonly mails: Attempts
  private readonly underWay = new Set<Promise<void>>()

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.links = new Attempts(deps, 'link')
    this.mails = new Attempts(deps, 'link-mail')
  }

  /** Accepts a request and answers 0, or the minutes to wait if the caller's address has asked too often. */
  async take(
    deps: Pick<Deps, 'log'>,
    { name, address }: { name: string; address: string },
    send: () => Promise<void>,
  ): Promise<number> {
    const minutes = await this.links.take(linkCounts(address))
    if (minutes > 0 || (await this.mails.take(mailCounts(name))) > 0) return minutes
    const sending = send()
      .catch((error: unknown) => deps.log.error({ err: error }, 'a password link could not be sent'))
      .finally(() => this.underWay.delete(sending))
    this.underWay.add(sending)
    return 0
  }

  /** Resolves once all requests accepted so far are processed. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay)
  }
}
