import { Count, say } from '@gensvar/contract/say'
import { contrastProblems } from './contrast.ts'
import type { UsedTag } from './mail-source.ts'
import { elementsOf } from '@gensvar/contract/template-markup'
import type { MarkupNode } from '@gensvar/contract/template-markup'
import { warningIn } from './message-problem.ts'
import type { MessageProblem } from './message-problem.ts'

/** Tag of the address at which recipients end such mails. */
export const unsubscribeTag = 'unsubscribe.link'

/** Largest mail that programs show whole, in bytes. */
const maxBytes = 100_000

/** What whoever writes a mail should know before it is sent. */
export function mailChecks(
  nodes: readonly MarkupNode[],
  { html, used }: { html: string; used: readonly UsedTag[] },
): MessageProblem[] {
  const problems: MessageProblem[] = []
  if (!used.some(({ name, context }) => name === unsubscribeTag && context === 'url'))
    problems.push(warningIn('mjml', null, say`No link ends such mails. Add the block that unsubscribes.`))
  for (const { name, line, attributes } of elementsOf(nodes))
    if ((name === 'mj-image' || name === 'img') && !attributes.has('alt'))
      problems.push(warningIn('mjml', line, say`This image has no text (alt) for those who do not see it.`))
  const bytes = Buffer.byteLength(html)
  if (bytes > maxBytes)
    problems.push(
      warningIn(
        'mjml',
        null,
        say`The mail has ${new Count(Math.ceil(bytes / 1000))} kB. Beyond 100 kB some programs cut it.`,
      ),
    )
  return [...problems, ...contrastProblems(nodes)]
}
