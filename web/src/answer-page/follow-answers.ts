import { readPageData } from './page-data.ts'
import type { PageData } from './page-data.ts'
import { proveWork } from './prove-work.ts'
import { sentForm, showQuestions } from './show-questions.ts'

/** How long nobody enters anything before it is kept, in ms. */
const pause = 1500

let data: PageData | null = null
let proof: { form: string; work: Promise<string> } | null = null
let isSending = false
/** Seconds until a public screen begins anew; 0 for any other page. */
let kiosk = 0
let keeping: ReturnType<typeof setTimeout> | undefined
let restarting: ReturnType<typeof setTimeout> | undefined

/** Follows what is entered in the page, and what it is replaced by. */
export function followAnswers(): void {
  document.addEventListener('input', changed)
  document.addEventListener('change', changed)
  document.addEventListener('submit', submitted)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
  window.addEventListener('popstate', wentBack)
  for (const event of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(event, beginAnewLater, true)
  begin()
}

/** Begins with the questions that the page has now. */
function begin(): void {
  data = readPageData()
  kiosk = data?.kiosk ?? (kiosk || kioskSeconds())
  const form = formOf()
  if (form && data) {
    showQuestions(form, data)
    const token = hiddenValue(form, 'form')
    // While people answer, so that nobody waits for it.
    if (data.proof > 0 && proof?.form !== token) proof = { form: token, work: proveWork(token, data.proof) }
  }
  beginAnewLater()
}

function changed(): void {
  const form = formOf()
  if (!form || !data) return
  showQuestions(form, data)
  clearTimeout(keeping)
  if (data.keeps) keeping = setTimeout(keep, pause)
}

/** Keeps what is entered. It is kept again with the next entry, so that a failure is no matter. */
function keep(): void {
  clearTimeout(keeping)
  const form = formOf()
  if (!form || !data?.keeps || isSending) return
  void fetch(location.href, { method: 'POST', body: sentForm(form, 'keep'), keepalive: true }).catch(() => undefined)
}

function submitted(event: SubmitEvent): void {
  const form = formOf()
  if (!form || event.target !== form || !data) return
  event.preventDefault()
  const button =
    event.submitter instanceof HTMLButtonElement ? event.submitter : form.querySelector<HTMLButtonElement>('#on')
  void send(form, button?.value ?? 'next')
}

/** Sends the form and shows what follows; without a connection everything stays as it is. */
async function send(form: HTMLFormElement, go: string): Promise<void> {
  if (isSending || !data) return
  isSending = true
  clearTimeout(keeping)
  const { texts } = data
  const buttons = form.querySelectorAll('button')
  tell(form, texts.sending)
  for (const button of buttons) button.setAttribute('aria-disabled', 'true')
  try {
    const body = sentForm(form, go)
    if (proof && go === 'send') body.set('work', await proof.work)
    const answer = await fetch(location.href, { method: 'POST', body })
    // The server itself cannot store anything now, or something before it answers in its place.
    if (answer.status >= 500) throw new Error(String(answer.status))
    show(await answer.text(), answer.url)
  } catch {
    tell(form, texts.lost)
  } finally {
    isSending = false
    for (const button of buttons) button.removeAttribute('aria-disabled')
  }
}

/** Shows a page that the server has answered with, as if the browser had gone there. */
function show(text: string, address: string): void {
  const page = new DOMParser().parseFromString(text, 'text/html')
  const main = page.querySelector('main')
  if (!main) throw new Error('This is no page of a survey')
  const before = data?.page ?? 0
  document.title = page.title
  document.documentElement.lang = page.documentElement.lang
  document.querySelector('main')?.replaceWith(document.adoptNode(main))
  data = null
  begin()
  const now = readPageData()
  // Nobody goes back to the answers of the one before at a public screen, nor to answers that were sent.
  if (now && now.page > before && kiosk === 0) history.pushState({ page: now.page }, '', address)
  else history.replaceState({ page: now?.page ?? null }, '', address)
  scrollTo(0, 0)
  const first = main.querySelector<HTMLElement>('[autofocus]') ?? main.querySelector<HTMLElement>('h1')
  if (first && !first.hasAttribute('tabindex')) first.tabIndex = -1
  first?.focus()
}

/** The browser's buttons back and forward are those of the page. */
function wentBack(event: PopStateEvent): void {
  const form = formOf()
  if (!form || !data) return
  const { page = 0 } = (event.state as { page?: number } | null) ?? {}
  if (page !== data.page) void send(form, page < data.page ? 'back' : 'next')
}

/** A public screen begins anew when nobody touches it for a while. */
function beginAnewLater(): void {
  clearTimeout(restarting)
  if (kiosk > 0) restarting = setTimeout(() => location.replace(`${location.pathname}?kiosk`), kiosk * 1000)
}

/** On the page of thanks the server says it to browsers without scripts. */
function kioskSeconds(): number {
  const refresh = document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')
  return Number.parseInt(refresh ?? '0', 10)
}

function formOf(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('form#answers')
}

function hiddenValue(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
}

function tell(form: HTMLFormElement, words: string): void {
  const status = form.querySelector('#status')
  if (status) status.textContent = words
}
