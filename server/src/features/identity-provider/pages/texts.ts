import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'

const english = {
  signIn: 'Sign in',
  username: 'User name or e-mail',
  password: 'Password',
  forgot: 'Forgot your password?',
  wrong: 'That user name and password do not belong together. Check both and try again.',
  tooMany: 'Too many attempts. Wait {minutes} min and try again.',
  demoTitle: 'Try it as',
  demoText: 'These users exist in the demo only and need no password.',
  withPassword: 'Sign in with a password',
  root: 'Root: everything in every universe',
  noPlace: 'Known here, but not yet set up by an administrator',
  tooOldTitle: 'This page has run out',
  tooOld: 'The sign-in was left open too long, or was started in another window.',
  startAgain: 'Start again',
  signOut: 'Signing out',
  signOutText: 'If nothing happens, continue by hand.',
  continue: 'Continue',
  failed: 'Sign-in did not work',
  forgotTitle: 'Forgot your password',
  forgotText: 'Tell us who you are and we send a link for choosing a new one.',
  sendLink: 'Send the link',
  sent: 'If there is such a user, a link is on its way. It works for one hour.',
  newPasswordTitle: 'Choose a password',
  newPassword: 'New password',
  repeatPassword: 'Repeat the password',
  passwordRule: 'At least {length} characters.',
  mustMatch: 'The two passwords are not the same.',
  save: 'Save the password',
  saved: 'The password is saved. You can sign in with it now.',
  linkTooOld: 'This link has been used or has run out. Ask for a new one.',
  localOnly: 'This server signs in users on its own machine only. Connect it to Keycloak to open it to others.',
}

/** Words of the embedded provider's pages. */
export type PageTexts = typeof english

const texts: Record<Locale, PageTexts> = {
  en: english,
  sv: {
    signIn: 'Logga in',
    username: 'Användarnamn eller e-post',
    password: 'Lösenord',
    forgot: 'Glömt lösenordet?',
    wrong: 'Användarnamnet och lösenordet hör inte ihop. Kontrollera båda och försök igen.',
    tooMany: 'För många försök. Vänta {minutes} min och försök igen.',
    demoTitle: 'Prova som',
    demoText: 'De här användarna finns bara i demon och behöver inget lösenord.',
    withPassword: 'Logga in med lösenord',
    root: 'Root: allt i alla universum',
    noPlace: 'Känd här, men ännu inte upplagd av en administratör',
    tooOldTitle: 'Sidan har gått ut',
    tooOld: 'Inloggningen stod öppen för länge eller påbörjades i ett annat fönster.',
    startAgain: 'Börja om',
    signOut: 'Loggar ut',
    signOutText: 'Händer ingenting kan du fortsätta för hand.',
    continue: 'Fortsätt',
    failed: 'Inloggningen misslyckades',
    forgotTitle: 'Glömt lösenordet',
    forgotText: 'Berätta vem du är så skickar vi en länk för att välja ett nytt.',
    sendLink: 'Skicka länken',
    sent: 'Om användaren finns är en länk på väg. Den gäller i en timme.',
    newPasswordTitle: 'Välj ett lösenord',
    newPassword: 'Nytt lösenord',
    repeatPassword: 'Upprepa lösenordet',
    passwordRule: 'Minst {length} tecken.',
    mustMatch: 'De två lösenorden är inte lika.',
    save: 'Spara lösenordet',
    saved: 'Lösenordet är sparat. Nu kan du logga in med det.',
    linkTooOld: 'Länken är redan använd eller har gått ut. Be om en ny.',
    localOnly:
      'Den här servern loggar bara in användare på sin egen dator. Anslut den till Keycloak för att öppna den för andra.',
  },
  no: {
    signIn: 'Logg inn',
    username: 'Brukernavn eller e-post',
    password: 'Passord',
    forgot: 'Glemt passordet?',
    wrong: 'Brukernavnet og passordet hører ikke sammen. Kontroller begge og prøv igjen.',
    tooMany: 'For mange forsøk. Vent {minutes} min og prøv igjen.',
    demoTitle: 'Prøv som',
    demoText: 'Disse brukerne finnes bare i demoen og trenger ikke passord.',
    withPassword: 'Logg inn med passord',
    root: 'Root: alt i alle universer',
    noPlace: 'Kjent her, men ennå ikke satt opp av en administrator',
    tooOldTitle: 'Siden har utløpt',
    tooOld: 'Innloggingen sto åpen for lenge eller ble startet i et annet vindu.',
    startAgain: 'Begynn på nytt',
    signOut: 'Logger ut',
    signOutText: 'Skjer det ingenting, kan du fortsette for hånd.',
    continue: 'Fortsett',
    failed: 'Innloggingen mislyktes',
    forgotTitle: 'Glemt passordet',
    forgotText: 'Fortell hvem du er, så sender vi en lenke for å velge et nytt.',
    sendLink: 'Send lenken',
    sent: 'Hvis brukeren finnes, er en lenke på vei. Den gjelder i én time.',
    newPasswordTitle: 'Velg et passord',
    newPassword: 'Nytt passord',
    repeatPassword: 'Gjenta passordet',
    passwordRule: 'Minst {length} tegn.',
    mustMatch: 'De to passordene er ikke like.',
    save: 'Lagre passordet',
    saved: 'Passordet er lagret. Nå kan du logge inn med det.',
    linkTooOld: 'Lenken er allerede brukt eller har utløpt. Be om en ny.',
    localOnly:
      'Denne serveren logger bare inn brukere på sin egen maskin. Koble den til Keycloak for å åpne den for andre.',
  },
  da: {
    signIn: 'Log ind',
    username: 'Brugernavn eller e-mail',
    password: 'Adgangskode',
    forgot: 'Glemt adgangskoden?',
    wrong: 'Brugernavnet og adgangskoden hører ikke sammen. Kontrollér begge og prøv igen.',
    tooMany: 'For mange forsøg. Vent {minutes} min. og prøv igen.',
    demoTitle: 'Prøv som',
    demoText: 'Disse brugere findes kun i demoen og har ikke brug for en adgangskode.',
    withPassword: 'Log ind med adgangskode',
    root: 'Root: alt i alle universer',
    noPlace: 'Kendt her, men endnu ikke sat op af en administrator',
    tooOldTitle: 'Siden er udløbet',
    tooOld: 'Login stod åbent for længe eller blev startet i et andet vindue.',
    startAgain: 'Begynd forfra',
    signOut: 'Logger ud',
    signOutText: 'Sker der ingenting, kan du fortsætte i hånden.',
    continue: 'Fortsæt',
    failed: 'Login mislykkedes',
    forgotTitle: 'Glemt adgangskoden',
    forgotText: 'Fortæl hvem du er, så sender vi et link til at vælge en ny.',
    sendLink: 'Send linket',
    sent: 'Hvis brugeren findes, er et link på vej. Det virker i en time.',
    newPasswordTitle: 'Vælg en adgangskode',
    newPassword: 'Ny adgangskode',
    repeatPassword: 'Gentag adgangskoden',
    passwordRule: 'Mindst {length} tegn.',
    mustMatch: 'De to adgangskoder er ikke ens.',
    save: 'Gem adgangskoden',
    saved: 'Adgangskoden er gemt. Nu kan du logge ind med den.',
    linkTooOld: 'Linket er allerede brugt eller udløbet. Bed om et nyt.',
    localOnly:
      'Denne server logger kun brugere ind på sin egen maskine. Forbind den til Keycloak for at åbne den for andre.',
  },
  fi: {
    signIn: 'Kirjaudu sisään',
    username: 'Käyttäjänimi tai sähköposti',
    password: 'Salasana',
    forgot: 'Unohditko salasanan?',
    wrong: 'Käyttäjänimi ja salasana eivät kuulu yhteen. Tarkista molemmat ja yritä uudelleen.',
    tooMany: 'Liian monta yritystä. Odota {minutes} min ja yritä uudelleen.',
    demoTitle: 'Kokeile käyttäjänä',
    demoText: 'Nämä käyttäjät ovat vain esittelyä varten eivätkä tarvitse salasanaa.',
    withPassword: 'Kirjaudu salasanalla',
    root: 'Root: kaikki jokaisessa universumissa',
    noPlace: 'Tunnettu, mutta ylläpitäjä ei ole vielä ottanut käyttöön',
    tooOldTitle: 'Sivu on vanhentunut',
    tooOld: 'Kirjautuminen oli auki liian kauan tai se aloitettiin toisessa ikkunassa.',
    startAgain: 'Aloita alusta',
    signOut: 'Kirjaudutaan ulos',
    signOutText: 'Jos mitään ei tapahdu, jatka itse.',
    continue: 'Jatka',
    failed: 'Kirjautuminen epäonnistui',
    forgotTitle: 'Unohtunut salasana',
    forgotText: 'Kerro kuka olet, niin lähetämme linkin uuden salasanan valitsemiseen.',
    sendLink: 'Lähetä linkki',
    sent: 'Jos käyttäjä on olemassa, linkki on matkalla. Se toimii tunnin ajan.',
    newPasswordTitle: 'Valitse salasana',
    newPassword: 'Uusi salasana',
    repeatPassword: 'Toista salasana',
    passwordRule: 'Vähintään {length} merkkiä.',
    mustMatch: 'Salasanat eivät ole samat.',
    save: 'Tallenna salasana',
    saved: 'Salasana on tallennettu. Voit nyt kirjautua sillä.',
    linkTooOld: 'Linkki on jo käytetty tai vanhentunut. Pyydä uusi.',
    localOnly:
      'Tämä palvelin kirjaa sisään vain oman koneensa käyttäjiä. Yhdistä se Keycloakiin avataksesi sen muille.',
  },
}

/** Words of a language, with `{name}` placeholders left in. */
export function textsOf(locale: Locale): PageTexts {
  return texts[locale]
}

/** Puts a number into a text's placeholder. */
export function fill(text: string, values: Record<string, number>): string {
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ''))
}

/** The first of the wanted languages (`ui_locales`, then Accept-Language) that we speak, else the fallback. */
export function chooseLocale(uiLocales: unknown, acceptLanguage: string | undefined, fallback: Locale): Locale {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(/\s+/) : []
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { tag, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  for (const tag of [...asked, ...accepted]) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    const code = language === 'nb' || language === 'nn' ? 'no' : language
    if (isLocale(code)) return code
  }
  return fallback
}
