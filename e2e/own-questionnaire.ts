import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Starts a questionnaire from the template of visits on an empty installation, up to the button that goes on. */
export async function chooseTemplate(page: Page, organisation: string): Promise<void> {
  await page.getByRole('button', { name: 'Start a questionnaire' }).click()
  await page.getByRole('radio', { name: 'After a visit' }).check()
  await page.getByRole('textbox', { name: 'Your organisation' }).fill(organisation)
}

/** Publishes the questionnaire that is edited, and is led to its first answer. */
export async function publishQuestionnaire(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the questionnaire' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { name: 'To the first answer: After a visit' })).toBeVisible()
}

/** Opens the page of a link and answers the first of its pages: how the whole was. */
export async function beginAnswer(phone: Page, link: string, score: number): Promise<void> {
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'After a visit' })).toBeVisible()
  await phone.getByRole('radio', { name: new RegExp(`^${score}`) }).check()
  await phone.getByRole('button', { name: 'Next' }).click()
}

/** Sends what was answered from the last page, and is thanked. */
export async function sendAnswers(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()
}
