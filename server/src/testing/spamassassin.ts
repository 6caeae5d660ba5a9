import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const program = '/usr/bin/spamassassin'

/** Whether Debian's SpamAssassin can be asked here. */
export const hasSpamAssassin = existsSync(program)

/** What a filter of spam says of a mail. */
export interface SpamScore {
  subject: string
  score: number
  /** Names of the rules that it met, with the points of each. */
  rules: string
}

/**
 * Asks SpamAssassin for the scores of mails, by rules that need no network. That a mail came from this machine, which gives
 * a bonus, does not count.
 */
export function spamScores(mails: readonly string[]): SpamScore[] {
  // One run for all of them: reading its rules takes longer than a mail.
  const box = mails.map((mail) => `From mail@example.org Thu Jan  1 00:00:00 2026\n${mail.replaceAll('\r\n', '\n')}\n`)
  const settings = ['score ALL_TRUSTED 0', 'report_safe 0', 'add_header all Scores _SCORE_ _TESTSSCORES_']
  const answer = execFileSync(program, ['-L', '-x', '--mbox', ...settings.map((line) => `--cf=${line}`)], {
    input: box.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return answer.split(/^From .*\n(?=X-Spam)/m).flatMap((mail) => {
    const head = (mail.split('\n\n', 1)[0] ?? '').replaceAll(/\n[ \t]+/g, ' ')
    const found = /^X-Spam-Scores: (-?[\d.]+) (.*)$/m.exec(head)
    const subject = /^Subject: (.*)$/m.exec(head)?.[1] ?? ''
    return found ? [{ subject, score: Number(found[1]), rules: found[2] ?? '' }] : []
  })
}
