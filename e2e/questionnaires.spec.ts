import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { gensvarAt } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { signInAsOwner } from './own-data.ts'
import { beginAnswer, chooseTemplate, publishQuestionnaire, sendAnswers } from './own-questionnaire.ts'
import { startProduct } from './product.ts'
import { signatureBy, startReceiver } from './webhook-receiver.ts'

test('on an empty installation a template is a published questionnaire with a dashboard in a few clicks, and a webhook tells its answer', async ({
  openWindow,
}) => {
  test.slow()
  const product = await startProduct(undefined, { hasDemo: false, settings: { GENSVAR_WEBHOOK_PRIVATE: 'on' } })
  const receiver = await startReceiver()
  let secret = ''
  try {
    const page = await openWindow({ baseURL: product.url })
    await signInAsOwner(page, product.dataFolder)

    await test.step('a template is chosen, its organisation is named', async () => {
      await chooseTemplate(page, 'Baltic Cafés')
      await expect(page.getByRole('textbox', { name: 'Title of the survey' })).toHaveValue('After a visit')
      await page.getByRole('checkbox', { name: 'Suomi' }).check()
      await expectGoodLooks(page)
      await page.getByRole('button', { name: 'Go on to the questions' }).click()
      await expect(page.getByRole('heading', { name: 'Questionnaire: After a visit' })).toBeVisible()
    })

    await test.step('a question is added, moved by the keyboard, and what it lacks is said at its field', async () => {
      await page.getByRole('button', { name: 'Add question' }).click()
      await page.getByRole('menuitem', { name: 'In their own words' }).click()
      const wording = page.getByRole('textbox', { name: 'What you ask, English' })
      await expect(wording).toBeFocused()
      await page.keyboard.type('Who helped you?')
      const finnish = page.getByRole('textbox', { name: 'What you ask, Suomi' })
      await expect(finnish).toHaveAttribute('aria-invalid', 'true')
      await finnish.fill('Kuka auttoi sinua?')
      await expect(finnish).not.toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('button', { name: 'Move Who helped you?' }).press('ArrowDown')
      const list = page.getByRole('list', { name: 'Questions' })
      await expect(list.getByRole('listitem').nth(2)).toContainText('Who helped you?')
      await expect(page.getByText(/^Draft saved/)).toBeVisible()
      // What respondents will see stands beside it.
      const preview = page.frameLocator('iframe[title="Preview"]')
      await expect(preview.getByText('Kuka auttoi sinua?')).toBeVisible()
      await expectGoodLooks(page)
      // What was saved is there after a reload.
      await page.reload()
      await expect(list.getByRole('listitem').nth(2)).toContainText('Who helped you?')
    })

    await test.step('it is published, and leads to the link and the dashboard', async () => {
      await publishQuestionnaire(page)
      await expect(page.getByText('Version 1 can be answered.')).toBeVisible()
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
      await expectGoodLooks(page)
    })

    await test.step('root has another system told of its answers', async () => {
      const settings = join(product.dataFolder, 'allowed.yaml')
      await writeFile(settings, JSON.stringify({ server: { egress: { allow: [receiver.host] } } }))
      await gensvarAt(product.dataFolder, 'settings', settings)
      const published = page.url()
      await page.getByRole('button', { name: 'Administration' }).click()
      await page.getByRole('button', { name: 'Add a webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Kitchen')
      await dialog.getByRole('textbox', { name: 'Address' }).fill('https://elsewhere.example/hook')
      await dialog.getByRole('button', { name: 'Save webhook' }).click()
      await expect(dialog.getByText(/^Calls to elsewhere\.example are not allowed\./).first()).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
      await expectGoodLooks(page)
      await dialog.getByRole('button', { name: 'Save webhook' }).click()
      const shown = page.getByRole('dialog', { name: 'The secret, shown this once' })
      secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
      await shown.getByRole('button', { name: 'I have copied the secret' }).click()
      await expect(page.getByText('Active; nothing has arrived yet')).toBeVisible()
      await page.goto(published)
    })

    await test.step('it is answered at the link on a phone, and the answer arrives by itself', async () => {
      const phone = await openWindow({ viewport: { width: 390, height: 844 } })
      await beginAnswer(phone, await page.getByRole('textbox', { name: 'Link' }).inputValue(), 5)
      await phone.getByRole('textbox', { name: 'Who helped you?' }).fill('Kim')
      await phone.getByRole('button', { name: 'Next' }).click()
      await sendAnswers(phone)
      await expect(page.getByText('1 answer has arrived.')).toBeVisible()
      await page.getByRole('button', { name: 'Open the dashboard' }).click()
      await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first()).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(page).toHaveURL(/\/page\/overview\/after-a-visit\//)
    })

    await test.step('the other system has got the answer, signed; the log shows it, and sends it again', async () => {
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
      await page.getByRole('button', { name: 'Administration' }).click()
      await page.getByRole('button', { name: 'Log of Kitchen' }).click()
      const row = page.getByRole('table', { name: 'Messages to Kitchen' }).getByRole('row', { name: /^response/ })
      await expect(row).toContainText('Delivered')
      await expect(row).toContainText('200')
      await expect(page.getByText(/^Works: last message arrived/)).toBeVisible()
      // From the top, where the bar covers no button by half, and with nothing on its way.
      await expectGoodLooks(page, async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        await expect(page.locator('[data-pending]')).toHaveCount(0)
      })
      await row.getByRole('button', { name: /^Send again/ }).click()
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2)
      for (const message of receiver.received) {
        expect(message.signature).toBe(signatureBy(secret, message))
        expect(message.id).toBe(receiver.received[0]?.id)
        expect(message.body).toMatchObject({
          type: 'response.completed',
          data: { survey: { name: 'after-a-visit' }, response: { answers: expect.objectContaining({}) } },
        })
        expect(JSON.stringify(message.body.data)).toContain('Kim')
      }
      await page.getByRole('button', { name: 'Home', exact: true }).click()
    })

    await test.step('from the dashboard the questionnaire is found again, without a draft', async () => {
      await page.getByRole('button', { name: 'People and places' }).click()
      await page.getByRole('menuitem', { name: 'Edit the questionnaire' }).click()
      await expect(page.getByText('As published, version 1.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
    })
  } finally {
    await receiver.close()
    await product.stop()
  }
})
