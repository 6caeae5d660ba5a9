import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page, TestInfo } from '@playwright/test'
import { startMailSink } from '../server/src/testing/mail-sink.ts'
import type { MailSink, ReceivedMail } from '../server/src/testing/mail-sink.ts'
import { hasOpenSmtpd, openSmtpdPort, startOpenSmtpd } from '../server/src/testing/opensmtpd.ts'
import { hasSpamAssassin, spamScores } from '../server/src/testing/spamassassin.ts'
import { verifyDkim } from '../server/src/testing/verify-dkim.ts'
import { copyOfDemo } from './demo-copy.ts'
import { expect, signIn, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** What tests open mails with says that it is a program; programs are not counted as readers. */
const ofAReader =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const people = [
  { name: 'Eva Lind', address: 'eva@customers.example', language: 'sv' },
  { name: 'Antti Virtanen', address: 'antti@customers.example', language: 'fi' },
  { name: 'Kim Dale', address: 'kim@customers.example', language: 'en' },
]

/** The product with the demo, which sends signed mails to the mail server, or to the sink where there is none. */
async function startSending(sink: MailSink): Promise<Product> {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  return startProduct(await copyOfDemo(), {
    settings: {
      PORT: String(port),
      GENSVAR_URL: `http://localhost:${port}`,
      GENSVAR_SMTP_URL: `smtp://127.0.0.1:${hasOpenSmtpd ? openSmtpdPort : sink.port}`,
      GENSVAR_MAIL_FROM: 'Nordic Retail <hello@nordic-retail.example>',
      GENSVAR_DKIM_DOMAIN: 'nordic-retail.example',
      GENSVAR_DKIM_SELECTOR: 'k1',
      GENSVAR_DKIM_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  })
}

/** A file of customers who visited a store today, when nobody of the demo did. */
function customers(testInfo: TestInfo): Promise<string> {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Stockholm' }).format(new Date())
  const head = ['Customer', 'E-mail', 'Country', 'Region', 'Store', 'Served by', 'Product area', 'Product']
  const place = ['Sweden', 'Southern Sweden', 'Malmö Triangeln', 'Linda Dahl', null, null]
  const rows = people.map(({ name, address, language }): Cell[] => [name, address, ...place, today, language])
  return workbook(testInfo, 'customers.xlsx', [[...head, 'Visited on', 'Language'], ...rows])
}

const visit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

async function importCustomers(page: Page, file: string): Promise<void> {
  await visit(page, 'Import')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('3 responses can be imported')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported: 3 responses')).toBeVisible()
}

/** Designs a mail that asks the first question of the survey itself, and has a Finnish version. */
async function designMail(page: Page): Promise<void> {
  await visit(page, 'Templates')
  await page.getByRole('button', { name: 'Add template' }).click()
  await page.getByRole('menuitem', { name: 'E-mail template' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('How was it?')
  await page.getByRole('textbox', { name: 'Subject' }).fill('{{contact.name}}, how was your visit?')
  await page.getByRole('treeitem', { name: /^Paragraph.*We would like/ }).click()
  const blocks = page.getByRole('region', { name: 'Blocks' })
  await blocks.getByRole('button', { name: 'First question', exact: true }).click()
  await expect(page.frameLocator('iframe[title="The e-mail"]').getByRole('link', { name: '10' })).toBeVisible()
  await page.getByRole('button', { name: 'Add language' }).click()
  await page.getByRole('menuitem', { name: 'Finnish' }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('{{contact.name}}, millainen käyntisi oli?')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The template was saved.')).toBeVisible()
}

async function startCampaign(page: Page): Promise<void> {
  await visit(page, 'Campaigns')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByRole('tab', { name: 'Time' }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page.getByText(/^3 customers selected$/)).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Campaign name' }).fill('Visits of today')
  await next(page)
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'How was it?' }).click()
  await next(page)
  await next(page)
  await expect(page.getByRole('complementary', { name: 'Selected customers' })).toContainText('3 customers selected')
  await page.getByRole('button', { name: 'Start campaign' }).click()
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Start campaign' }).click()
  await expect(page.getByText('3 recipients = 3 delivered')).toBeVisible()
}

/** Checks a mail as the mail servers of its recipients do. */
function demandTrust(mails: readonly ReceivedMail[]): void {
  for (const { raw, headers } of mails) {
    const { isValid, domain, headers: signed } = verifyDkim(raw, publicPem)
    expect({ isValid, domain }).toEqual({ isValid: true, domain: 'nordic-retail.example' })
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    if (hasOpenSmtpd) expect(headers.get('received')).toContain('mta.example')
  }
  if (!hasSpamAssassin) return
  const scores = spamScores(mails.map(({ raw }) => raw))
  expect(scores).toHaveLength(mails.length)
  for (const score of scores) expect(score.score, `${score.subject}: ${score.rules}`).toBeLessThan(2)
}

/** Shows a mail as a program does that keeps it on the reader's machine. */
async function showMail(reader: Page, { to, body }: ReceivedMail, { outputDir }: TestInfo): Promise<void> {
  const file = join(outputDir, `${to}.html`)
  await writeFile(file, body.slice(body.indexOf('<!doctype html>'), body.lastIndexOf('</html>')))
  await reader.goto(pathToFileURL(file).href)
}

const line = (page: Page, name: string) =>
  page.getByRole('table', { name: 'From message to answer' }).getByRole('row', { name: new RegExp(`^${name}`) })

test('customers are imported, a mail is designed, sent through a mail server, checked, opened, clicked and answered, and the funnel moves', async ({
  openWindow,
}, testInfo) => {
  const sink = await startMailSink()
  const product = await startSending(sink)
  try {
    // A campaign of the demo writes to them as well, as soon as they are imported: without the question.
    const sent = () => sink.mails.filter(({ body }) => body.includes('>10</a>'))
    const page = await openWindow({ baseURL: product.url, userAgent: ofAReader })
    await signIn(page, 'root')
    await test.step('customers are imported', async () => importCustomers(page, await customers(testInfo)))
    await test.step('a mail is designed', () => designMail(page))
    await test.step('the campaign is sent, and its mails can be trusted', async () => {
      const mta = hasOpenSmtpd ? await startOpenSmtpd({ 'customers.example': sink.port }) : null
      try {
        await startCampaign(page)
        await expect.poll(() => sent().length).toBe(people.length)
      } finally {
        await mta?.stop()
      }
      demandTrust(sent())
    })
    const mailTo = (name: string): ReceivedMail => {
      const { address } = people.find((one) => one.name === name) ?? { address: '' }
      const mail = sent().find(({ to }) => to === address)
      if (!mail) throw new Error(`${name} got no mail`)
      return mail
    }
    expect(mailTo('Antti Virtanen').body).toContain('lang="fi"')

    const reader = await page.context().newPage()
    await test.step('it is read, its link is followed, and the survey answered', async () => {
      // Whoever opens it right after it was sent is no person.
      await expect(async () => {
        await showMail(reader, mailTo('Kim Dale'), testInfo)
        await expect(line(page, 'Opened').getByRole('cell').first()).toHaveText('1', { timeout: 4000 })
      }).toPass({ timeout: 30_000 })
      await expectGoodLooks(reader)
      await reader.getByRole('link', { name: '9', exact: true }).click()
      await expect(reader.getByRole('radio', { name: '9', checked: true })).toBeVisible()
      await expectGoodLooks(reader)
      await reader.getByRole('checkbox', { name: /^I agree/ }).check()
      await reader.getByRole('button', { name: 'Next' }).click()
      await expect(reader.getByText('Page 2 of 3')).toBeVisible()
      await reader.getByRole('button', { name: 'Next' }).click()
      await reader.getByRole('button', { name: 'Send my answers' }).click()
      await expect(reader.getByText(/have arrived/)).toBeVisible()
    })
    await test.step('another one wants no more of them', async () => {
      await showMail(reader, mailTo('Eva Lind'), testInfo)
      await reader.getByRole('link', { name: 'Do not send me such mails' }).click()
      await reader.getByRole('button').click()
    })

    // All of it without a reload.
    for (const [name, count] of [
      ['Sent', 3],
      ['Delivered', 3],
      ['Opened', 2],
      ['Clicked', 1],
      ['Answered', 1],
      ['Unsubscribed', 1],
    ] as const)
      await expect(line(page, name).getByRole('cell').first()).toHaveText(String(count))
    await expect(page.getByText('finished', { exact: true })).toBeVisible()
    await expectGoodLooks(page)
    await visit(page, 'Campaigns')
    const listed = page
      .getByRole('table', { name: 'Campaigns', exact: true })
      .getByRole('row', { name: /Visits of today/ })
    await expect(listed).toContainText('66.7 %')
  } finally {
    await product.stop()
    await sink.close()
  }
})
