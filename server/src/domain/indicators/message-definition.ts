import type { Aggregate, CountedMessages } from '@gensvar/contract/expression'
import type { Locale } from '@gensvar/contract/local-text'
import { messagesBehind } from '#server/domain/figures/expressions/sent-messages.ts'
import type { MessagesBehind } from '#server/domain/figures/expressions/sent-messages.ts'

/** The functions of messages. */
export type MessageFunction = 'messages' | 'messageshare'

type OfMessages = Extract<Aggregate, { name: MessageFunction }>

/** Whether an aggregate is about messages of campaigns. */
export function isOfMessages(aggregate: Aggregate): aggregate is OfMessages {
  return aggregate.name.startsWith('message')
}

/** What a function of messages counts, in words. */
export function messageSentence({ name, of }: OfMessages, locale: Locale): string {
  const what = counted[of][locale]
  if (name === 'messages') return number[locale].replace('{m}', what)
  return share[messagesBehind(of)][locale].replace('{m}', what)
}

const number: Record<Locale, string> = {
  en: 'Number of messages that were {m}',
  sv: 'Antal meddelanden som {m}',
  no: 'Antall meldinger som {m}',
  da: 'Antal beskeder, der {m}',
  fi: 'Viestien määrä: {m}',
}

const share: Record<MessagesBehind, Record<Locale, string>> = {
  sent: {
    en: 'Messages that were {m}, in percent of those sent',
    sv: 'Meddelanden som {m}, i procent av dem som skickats',
    no: 'Meldinger som {m}, i prosent av dem som ble sendt',
    da: 'Beskeder, der {m}, i procent af de sendte',
    fi: 'Viestit, prosenttia lähetetyistä: {m}',
  },
  delivered: {
    en: 'Messages that were {m}, in percent of those that arrived',
    sv: 'Meddelanden som {m}, i procent av dem som kommit fram',
    no: 'Meldinger som {m}, i prosent av dem som kom fram',
    da: 'Beskeder, der {m}, i procent af dem, der nåede frem',
    fi: 'Viestit, prosenttia perille tulleista: {m}',
  },
  deliveredMails: {
    en: 'E-mails that were {m}, in percent of those that arrived',
    sv: 'E-postmeddelanden som {m}, i procent av dem som kommit fram',
    no: 'E-poster som {m}, i prosent av dem som kom fram',
    da: 'E-mails, der {m}, i procent af dem, der nåede frem',
    fi: 'Sähköpostiviestit, prosenttia perille tulleista: {m}',
  },
}

const counted: Record<CountedMessages, Record<Locale, string>> = {
  sent: { en: 'sent', sv: 'skickats', no: 'ble sendt', da: 'er sendt', fi: 'lähetetyt' },
  delivered: {
    en: 'sent and did not come back',
    sv: 'skickats och inte kommit tillbaka',
    no: 'ble sendt og ikke kom tilbake',
    da: 'er sendt og ikke kom tilbage',
    fi: 'lähetetyt, jotka eivät palautuneet',
  },
  bounced: {
    en: 'sent and came back',
    sv: 'skickats och kommit tillbaka',
    no: 'ble sendt og kom tilbake',
    da: 'er sendt og kom tilbage',
    fi: 'lähetetyt, jotka palautuivat',
  },
  opened: {
    en: 'opened by people',
    sv: 'öppnats av människor',
    no: 'ble åpnet av mennesker',
    da: 'er åbnet af mennesker',
    fi: 'ihmisten avaamat',
  },
  clicked: {
    en: 'clicked by people',
    sv: 'klickats av människor',
    no: 'ble klikket av mennesker',
    da: 'er klikket af mennesker',
    fi: 'ihmisten klikkaamat',
  },
  answered: { en: 'answered', sv: 'besvarats', no: 'ble besvart', da: 'er besvaret', fi: 'vastatut' },
  unsubscribed: {
    en: 'answered by unsubscribing',
    sv: 'lett till avregistrering',
    no: 'førte til avmelding',
    da: 'førte til afmelding',
    fi: 'postituslistalta poistumiseen johtaneet',
  },
}
