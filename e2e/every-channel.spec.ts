import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Page, TestInfo } from '@playwright/test'
import { parse, stringify } from 'yaml'
import { letterFile } from '../server/src/testing/letters.ts'
import { sendingTo, startMailSink } from '../server/src/testing/mail-sink.ts'
import { hasOffice, pdfPictures, pdfText } from '../server/src/testing/office.ts'
import { expect, test } from './fixtures.ts'
import { gensvarAt } from './gensvar.ts'
import { signInAsOwner, workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'
import { beginAnswer, chooseTemplate, publishQuestionnaire, sendAnswers } from './own-questionnaire.ts'
import { startProduct } from './product.ts'

const survey = 'after-a-visit'
const phoneSize = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What is known of customers, as the questions of the builder are worded and named. */
const details = ['Customer', 'Mail', 'Mobile', 'Road', 'Town'] as const
const customers = [
  ['Eva Lind', 'eva@customers.example', null, null, null],
  ['Antti Virtanen', null, '+46701234567', null, null],
  ['Kim Dale', null, null, 'Storgatan 1', 'Malmö'],
] as const

/** A provider of text messages that takes everything by HTTP. */
async function startSmsProvider() {
  const messages: { to: string; text: string }[] = []
  const server = createServer((request, answer) => {
    void json(request).then((body) => {
      messages.push(body as { to: string; text: string })
      answer.writeHead(202).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { messages, url: `http://127.0.0.1:${port}/send`, close: () => server.close().closeAllConnections() }
}

/** A port that nobody listens at: the links in messages name it, so it is chosen before the product starts. */
async function freePort(): Promise<string> {
  const free = createSocket().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  return String(port)
}

/** The configuration that publishing wrote, with the contact's questions, an alert, campaigns and their page. */
async function extendConfiguration(dataFolder: string, testInfo: TestInfo): Promise<void> {
  const written = await gensvarAt(dataFolder, 'configuration', 'show', '--survey', survey)
  const configuration = parse(written) as { pages: { extname: string; components: object[] }[] }
  const [overview] = configuration.pages
  overview?.components.push({
    type: 'alert-table',
    config: { id: 'unhappy_ones', size: 12, columns: ['customer', 'state'] },
  })
  const file = join(testInfo.outputDir, 'configuration.yaml')
  const more = {
    respondent: { name: 'customer', email: 'mail', phone: 'mobile', street: 'road', city: 'town' },
    alerts: [{ extname: 'unhappy', title: 'Unhappy customer', when: 'overall_visit <= 2', defaultOwner: 'owner' }],
    campaigns: { fromEmails: ['hello@baltic.example'], fromName: 'Baltic', channels: ['EMAIL', 'SMS', 'LETTER'] },
    pages: [
      ...configuration.pages,
      {
        ...{ extname: 'customers', title: 'Customers', kind: 'samples' },
        components: [
          {
            type: 'sample-table',
            config: {
              ...{ id: 'people', size: 12, columns: ['customer'] },
              mailActions: [{ extname: 'invite', template: 'invitation', title: 'Invite' }],
            },
          },
        ],
      },
      {
        extname: 'reach',
        title: 'Reach',
        components: [
          {
            type: 'data-uploader',
            config: {
              ...{ id: 'file', size: 12, title: 'Customers from a file', states: [2] },
              fields: details.map((name) => ({ variable: name.toLowerCase() })),
            },
          },
          { type: 'mail-templates-list', config: { id: 'templates', size: 12 } },
          { type: 'mail-campaigns-list', config: { id: 'campaigns', size: 12 } },
        ],
      },
    ],
  }
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, stringify({ ...configuration, ...more }))
  await gensvarAt(dataFolder, 'configuration', 'set', file, '--survey', survey)
}

const answers = (page: Page) => page.getByRole('article', { name: 'Answers', exact: true })

/** The recipient's own address in what they got. */
function linkIn(text: string): string {
  const [link] = /http:\/\/localhost:\d+\/(?:c|s|answer)\/[\w-]+/.exec(text) ?? []
  if (link === undefined) throw new Error(`There is no link in: ${text.slice(-2000)}`)
  return link
}

/** Adds a template of a kind on the page that has them, with what `fill` enters. */
async function addTemplate(page: Page, kind: string, fill: () => Promise<void>): Promise<void> {
  await page.goto(`/page/reach/${survey}/root`)
  await page.getByRole('button', { name: 'Add template' }).click()
  await page.getByRole('menuitem', { name: `${kind} template` }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Invitation, ${kind}`)
  await fill()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The template was saved.')).toBeVisible()
}

/** Sends the template of a kind to the one customer whom it can reach. */
async function send(page: Page, kind: string): Promise<void> {
  await page.goto(`/createmailcampaign/${survey}/invite/root`)
  await page.getByRole('textbox', { name: 'Campaign name' }).fill(kind)
  await page.getByRole('combobox', { name: 'Method' }).selectOption({ label: kind })
  for (const step of ['Template', 'Check data', 'Start']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect(page.locator('[aria-current=step]')).toHaveText(new RegExp(`${step}$`))
    if (step !== 'Template') continue
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: `Invitation, ${kind}` }).click()
    if (kind === 'SMS') await page.getByRole('combobox', { name: 'Sender' }).fill('Baltic')
  }
  await page.getByRole('button', { name: 'Start campaign' }).click()
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Start campaign' }).click()
  await expect(page.getByText(/^1 recipient = 1 delivered/)).toBeVisible()
}

/** Answers the questionnaire: the whole, whether they would recommend it, and a comment. */
async function answer(
  phone: Page,
  link: string,
  { score, comment }: { score: number; comment: string },
): Promise<void> {
  await beginAnswer(phone, link, score)
  await expect(phone.getByText('Page 2 of 3')).toBeVisible()
  await phone.getByRole('button', { name: 'Next' }).click()
  await phone.getByRole('textbox', { name: 'Is there anything that you want to tell us?' }).fill(comment)
  await sendAnswers(phone)
}

test('a survey from a template is published, sent by mail, text message and letter, answered on phones, and an open window follows', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const [sink, provider, port] = await Promise.all([startMailSink(), startSmsProvider(), freePort()])
  const product = await startProduct(undefined, {
    hasDemo: false,
    settings: {
      ...sendingTo(sink),
      ...{ PORT: port, GENSVAR_URL: `http://localhost:${port}` },
      ...{ GENSVAR_SMS_URL: provider.url, GENSVAR_SMS_PRIVATE: 'on', GENSVAR_SMS_FROM: 'Baltic' },
    },
  })
  try {
    const page = await openWindow({ baseURL: product.url })
    await signInAsOwner(page, product.dataFolder)

    await test.step('a template is chosen, what is known of customers is added, and it is published', async () => {
      await chooseTemplate(page, 'Baltic Cafés')
      await page.getByRole('button', { name: 'Go on to the questions' }).click()
      for (const name of details) {
        await page.getByRole('button', { name: 'Add question' }).click()
        await page.getByRole('menuitem', { name: 'In their own words' }).click()
        const wording = page.getByRole('textbox', { name: 'What you ask' })
        await expect(wording).toHaveValue('')
        await wording.fill(name)
      }
      await expect(page.getByText(/^Draft saved/)).toBeVisible()
      await publishQuestionnaire(page)
    })
    await extendConfiguration(product.dataFolder, testInfo)

    await test.step('customers are imported', async () => {
      await page.goto(`/page/reach/${survey}/root`)
      await page
        .locator('input[type=file]')
        .setInputFiles(
          await workbook(testInfo, 'customers.xlsx', [[...details], ...customers.map((one): Cell[] => [...one])]),
        )
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByText('3 responses can be imported')).toBeVisible()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(page.getByText('Imported: 3 responses')).toBeVisible()
    })

    const watching = await openWindow({ baseURL: product.url, storageState: await page.context().storageState() })
    await watching.goto(`/page/overview/${survey}/root`)
    await expect(answers(watching)).toContainText('0 answers')
    // A reload would lose it.
    await watching.evaluate(() => Object.assign(window, { wasOpenAllAlong: true }))

    await test.step('by mail: read and answered on a phone', async () => {
      await addTemplate(page, 'E-mail', () => page.getByRole('textbox', { name: 'Subject' }).fill('How was it?'))
      await send(page, 'E-mail')
      await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual(['eva@customers.example'])
      const phone = await openWindow(phoneSize)
      await answer(phone, linkIn(sink.mails[0]?.body ?? ''), { score: 5, comment: 'Good coffee' })
    })

    await test.step('by text message: answered on a phone without scripts', async () => {
      await addTemplate(page, 'SMS', async () => {
        await page.getByRole('textbox', { name: 'Subject' }).fill('How was it?')
        await page.getByRole('textbox', { name: 'Contents' }).fill('Hello {{contact.name}}: {{survey.link}}')
      })
      await send(page, 'SMS')
      await expect.poll(() => provider.messages.map(({ to }) => to)).toEqual(['+46701234567'])
      const phone = await openWindow({ ...phoneSize, javaScriptEnabled: false })
      await answer(phone, linkIn(provider.messages[0]?.text ?? ''), { score: 1, comment: 'The queue was long' })
    })

    await test.step('the window that was open all along shows alert, interview and figures', async () => {
      const alerts = watching.getByRole('table', { name: 'Alerts' })
      await expect(alerts.getByRole('link', { name: 'Antti Virtanen' })).toBeVisible()
      await expect(answers(watching)).toContainText('2 answers')
      await expect(watching.getByRole('article', { name: 'Overall satisfaction' })).toContainText('3.00')
      const comment = watching.getByRole('listitem').filter({ hasText: 'The queue was long' })
      await comment.getByRole('link').click()
      await expect(watching.getByRole('heading', { level: 1, name: /Antti Virtanen/ })).toBeVisible()
      expect(await watching.evaluate(() => Reflect.get(window, 'wasOpenAllAlong'))).toBe(true)
    })

    const letters = 'by letter: printed as PDF, and answered at the address in it'
    if (!hasOffice) {
      await test.step.skip(`${letters} (it needs LibreOffice)`, () => undefined)
      return
    }
    await test.step(letters, async () => {
      await addTemplate(page, 'Letter', async () => {
        const file = join(testInfo.outputDir, 'letter.fodt')
        const body =
          '<text:p>{{contact.address}}</text:p><text:p>{{survey.link}}</text:p><text:p>{{survey.qrcode}}</text:p>'
        await writeFile(file, letterFile({ body }))
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('button', { name: 'Upload', exact: true }).click()
        await expect(page.getByText(/^Merge tags in it: /)).toBeVisible()
      })
      await send(page, 'Letter')
      await page.getByRole('button', { name: 'Download all letters' }).click()
      const tray = page.getByRole('region', { name: 'Reports' })
      const download = page.waitForEvent('download')
      await tray.getByRole('button', { name: 'Download', exact: true }).click()
      const pdf = await readFile(await (await download).path())
      expect(await pdfPictures(pdf)).toHaveLength(1)
      const text = await pdfText(pdf)
      expect(text).toMatch(/Storgatan 1\s+Malmö/)
      const phone = await openWindow(phoneSize)
      await answer(phone, linkIn(text), { score: 4, comment: 'Friendly' })
    })
  } finally {
    await product.stop()
    provider.close()
    await sink.close()
  }
})
