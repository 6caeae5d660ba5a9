import type { Phrases } from './phrase-bank.ts'

/** Finnish. */
export const finnishPhrases: Phrases = {
  topics: {
    helpful: {
      good: [
        'Sain apua heti.',
        'Henkilökunta käytti todella aikaa asiaani.',
        '{agent} auttoi minua kaikessa.',
        'He näkivät vaivaa, jotta ongelmani ratkesi.',
        'Erinomaista apua alusta loppuun.',
        'Minusta pidettiin hyvää huolta.',
      ],
      bad: [
        'Apua ei saanut mistään.',
        'Kukaan ei kysynyt, tarvitsenko apua.',
        'Myyjät juttelivat keskenään eivätkä auttaneet.',
        'Jouduin etsimään kaiken itse.',
        'Minua pompoteltiin ihmiseltä toiselle.',
      ],
      improve: ['Lisää auttavia käsiä.', 'Että joku tulisi kysymään.', 'Enemmän henkilökuntaa iltaisin.'],
    },
    knowledge: {
      good: [
        'Erittäin asiantunteva henkilökunta.',
        '{agent} tiesi heti, mitä tarvitsin.',
        'Sain hyviä neuvoja ja selkeät vastaukset.',
        'Osaavat asiansa.',
        'Ammattitaitoinen opastus helpotti valintaa.',
      ],
      bad: [
        'Henkilökunta ei osannut vastata kysymyksiini.',
        'Sain väärää tietoa.',
        'Tiesin itse enemmän kuin myyjä.',
        'Vastaus riippui siitä, keneltä kysyi.',
        'Saamani neuvo ei pitänyt paikkaansa.',
      ],
      improve: [
        'Parempaa koulutusta henkilökunnalle.',
        'Lisää osaamista vastaajille.',
        'Että kaikki sanoisivat saman asian.',
      ],
    },
    friendly: {
      good: [
        'Mukava henkilökunta!',
        '{agent} oli todella ystävällinen.',
        'Palvelu on aina iloista.',
        'Minut otettiin vastaan hymyillen.',
        'Hyvä tunnelma ja iloisia ihmisiä.',
        'Ihana henkilökunta.',
      ],
      bad: [
        'Epäystävällistä palvelua.',
        'Henkilökunta vaikutti kireältä ja stressaantuneelta.',
        'Kukaan ei edes tervehtinyt.',
        'Tunsin olevani vain vaivaksi.',
        'Valitettavan välinpitämätöntä palvelua.',
      ],
      improve: ['Ystävällisempää palvelua.', 'Enemmän hymyä!', 'Että asiakas huomattaisiin heti.'],
    },
    range: {
      good: [
        'Laaja ja hyvä valikoima.',
        'Löysin juuri etsimäni.',
        'Paljon mistä valita.',
        'Kerrankin kaikki koot löytyivät.',
        'Kivasti uutuuksia.',
      ],
      bad: [
        'Haluamani tuote oli loppu.',
        'Valikoima on huonontunut.',
        'Kokoani ei taaskaan ollut.',
        'Puolet hyllystä oli tyhjänä.',
        'Vähän valinnanvaraa.',
      ],
      improve: ['Laajempi valikoima.', 'Täyttäkää hyllyt useammin.', 'Lisää kokoja.', 'Vanhat merkit takaisin.'],
    },
    tidy: {
      good: [
        'Siistiä ja selkeää.',
        'Tavarat löytyivät helposti.',
        'Puhdasta joka paikassa.',
        'Viihtyisät tilat.',
        'Selkeät opasteet.',
      ],
      bad: [
        'Sekavaa, mitään ei löytynyt.',
        'Tavarat olivat mullin mallin.',
        'Lattia oli likainen.',
        'Sovituskopit olivat siivoamatta.',
        'Hyllyjen välissä oli ahdasta.',
      ],
      improve: ['Parempi järjestys.', 'Selkeämmät opasteet.', 'Siivotkaa sovituskopit useammin.'],
    },
    value: {
      good: ['Hyvät hinnat.', 'Rahalle saa vastinetta.', 'Edullista!', 'Hyviä tarjouksia juuri nyt.'],
      bad: [
        'Aivan liian kallista.',
        'Hyllyn hinta ei vastannut kassan hintaa.',
        'Kalliimpaa kuin muualla.',
        'Laatu ei vastaa hintaa.',
      ],
      improve: ['Halvemmat hinnat.', 'Lisää tarjouksia jäsenille.', 'Oikeat hinnat hyllyyn.'],
    },
    wait: {
      good: ['Nopeaa ja sujuvaa.', 'Ei jonoa lainkaan.', 'Asia hoitui hetkessä!', 'Ei tarvinnut odottaa.'],
      bad: [
        'Jouduin odottamaan {minutes} minuuttia.',
        'Aivan liian pitkä jono.',
        'Vain yksi kassa auki, vaikka jono oli pitkä.',
        'Odotusaika on kohtuuton.',
        'Jono ei liikkunut mihinkään.',
      ],
      improve: ['Lyhyempi odotusaika.', 'Avatkaa lisää kassoja ruuhkassa.', 'Lisää väkeä lauantaisin.'],
    },
    delivery: {
      good: ['Nopea toimitus.', 'Paketti tuli päivän etuajassa.', 'Toimituksesta tiedotettiin hyvin.'],
      bad: ['Toimitus oli myöhässä.', 'Paketti oli rikki tullessaan.', 'Kukaan ei tiennyt, missä paketti oli.'],
      improve: ['Nopeampi toimitus.', 'Toimitus myös iltaisin.', 'Parempi pakkaus.'],
    },
    digital: {
      good: ['Sovellus toimii loistavasti.', 'Kaikki hoituu helposti verkossa.', 'Selkeä ja nopea sivusto.'],
      bad: ['Kirjautuminen takkuaa jatkuvasti.', 'Sivusto on hankala.', 'Sovellus kaatui kesken kaiken.'],
      improve: ['Sovellus, joka ei jumita.', 'Parempi haku.', 'Helpompi kirjautuminen.'],
    },
  },
  good: [
    'Todella tyytyväinen!',
    'Erittäin hyvä kokemus.',
    'Tulen mielelläni uudestaan.',
    'Kaupungin paras.',
    'Kaikki toimi täydellisesti.',
    'Aina yhtä hyvää.',
    'Kiitos hyvästä palvelusta.',
  ],
  middling: [
    'Ihan ok.',
    'Ei hyvä eikä huono.',
    'Odotusten mukaista.',
    'Ennen oli paremmin.',
    'Parantamisen varaa on.',
    'Menettelee.',
  ],
  bad: [
    'Suuri pettymys.',
    'En tule toiste.',
    'Näin ei asiakasta saa kohdella.',
    'Viimeinen kerta minulta.',
    'Todella huonoa.',
    'Ikävä kyllä ei hyvä kokemus.',
  ],
  nothing: ['Ei mitään erityistä.', 'Jatkakaa samaan malliin!', 'Ei tule mitään mieleen.', 'Kaikki on hyvin näin.'],
  followUps: [
    'Soitin asiakkaalle ja pahoittelin. Tyytyväinen puhelun jälkeen.',
    'Lähetin lahjakortin ja henkilökohtaisen viestin.',
    'Otin asian esiin aamupalaverissa.',
    'Asiakas ei vastaa, yritän huomenna uudelleen.',
    'Olen keskustellut työntekijän kanssa.',
  ],
}
