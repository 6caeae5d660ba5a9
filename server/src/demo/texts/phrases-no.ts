import type { Phrases } from './phrase-bank.ts'

/** Norwegian (Bokmål). */
export const norwegianPhrases: Phrases = {
  topics: {
    helpful: {
      good: [
        'Fikk hjelp med en gang.',
        'De ansatte tok seg virkelig tid.',
        '{agent} hjalp meg med alt jeg trengte.',
        'De strakk seg langt for å løse problemet mitt.',
        'Kjempegod hjelp hele veien.',
        'Følte meg godt ivaretatt.',
      ],
      bad: [
        'Det var umulig å få hjelp.',
        'Ingen spurte om jeg trengte hjelp.',
        'De ansatte sto og pratet sammen i stedet for å hjelpe kundene.',
        'Måtte lete selv hele tiden.',
        'Ble sendt fra den ene til den andre.',
      ],
      improve: ['Flere som kan hjelpe til.', 'At noen kommer bort og spør.', 'Mer bemanning på ettermiddagen.'],
    },
    knowledge: {
      good: [
        'Veldig kunnskapsrike ansatte.',
        '{agent} visste akkurat hva jeg trengte.',
        'Fikk gode råd og klare svar.',
        'De kan faget sitt.',
        'Proff veiledning som gjorde valget enkelt.',
      ],
      bad: [
        'De ansatte kunne ikke svare på spørsmålene mine.',
        'Fikk feil informasjon.',
        'De visste mindre enn meg.',
        'Fikk ulike svar avhengig av hvem jeg spurte.',
        'Rådet jeg fikk, stemte ikke i det hele tatt.',
      ],
      improve: ['Bedre opplæring av de ansatte.', 'Mer kunnskap hos dem som svarer.', 'At alle sier det samme.'],
    },
    friendly: {
      good: [
        'Hyggelig betjening!',
        '{agent} var utrolig vennlig.',
        'Alltid blide folk.',
        'Ble møtt med et smil.',
        'God stemning og glade mennesker.',
        'Så hyggelige ansatte.',
      ],
      bad: [
        'Uhøflig betjening.',
        'De ansatte virket sure og stresset.',
        'Ikke engang et hei da jeg kom.',
        'Følte meg mest til bry.',
        'Likegyldig betjening, dessverre.',
      ],
      improve: ['Vennligere betjening.', 'Smil litt mer!', 'At man blir sett når man kommer inn.'],
    },
    range: {
      good: [
        'Stort og godt utvalg.',
        'Fant akkurat det jeg lette etter.',
        'Mye å velge mellom.',
        'Endelig noen som har alle størrelser.',
        'Gøy med så mange nyheter.',
      ],
      bad: [
        'Det jeg skulle ha, var utsolgt.',
        'Utvalget er blitt dårligere.',
        'Manglet min størrelse, som vanlig.',
        'Halve hylla var tom.',
        'Lite å velge mellom.',
      ],
      improve: ['Større utvalg.', 'Fyll på hyllene oftere.', 'Flere størrelser.', 'Ta tilbake de gamle merkene.'],
    },
    tidy: {
      good: [
        'Pent og ryddig.',
        'Lett å finne fram.',
        'Rent og fint overalt.',
        'Lyse og trivelige lokaler.',
        'Tydelig skilting.',
      ],
      bad: [
        'Rotete og vanskelig å finne fram.',
        'Varene lå hulter til bulter.',
        'Skittent på gulvet.',
        'Prøverommene var ikke ryddet.',
        'Trangt mellom hyllene.',
      ],
      improve: ['Hold bedre orden.', 'Tydeligere skilting.', 'Rydd prøverommene oftere.'],
    },
    value: {
      good: ['Gode priser.', 'Mye for pengene.', 'Verdt prisen!', 'Gode tilbud akkurat nå.'],
      bad: [
        'Altfor dyrt.',
        'Prisen på hylla stemte ikke med kassa.',
        'Dyrere enn andre steder.',
        'Kvaliteten står ikke i stil med prisen.',
      ],
      improve: ['Lavere priser.', 'Flere tilbud til medlemmer.', 'Riktig pris på hylla.'],
    },
    wait: {
      good: ['Raskt og enkelt.', 'Ingen kø.', 'Det gikk unna!', 'Slapp å vente.'],
      bad: [
        'Måtte vente i {minutes} minutter.',
        'Altfor lang kø.',
        'Bare én kasse åpen selv om køen var lang.',
        'Ventetiden er håpløs.',
        'Køen sto nesten stille.',
      ],
      improve: ['Kortere ventetid.', 'Åpne flere kasser når det er kø.', 'Flere på jobb på lørdager.'],
    },
    delivery: {
      good: ['Rask levering.', 'Pakken kom en dag før tiden.', 'God informasjon om leveringen.'],
      bad: ['Leveringen var forsinket.', 'Pakken var ødelagt da den kom.', 'Ingen visste hvor pakken var.'],
      improve: ['Raskere levering.', 'Hjemlevering på kveldstid.', 'Bedre innpakning.'],
    },
    digital: {
      good: ['Appen fungerer kjempebra.', 'Enkelt å ordne alt på nett.', 'Oversiktlig og rask nettside.'],
      bad: ['Innloggingen feiler stadig.', 'Nettsiden er tungvint.', 'Appen krasjet midt i.'],
      improve: ['En app som ikke henger seg opp.', 'Bedre søk.', 'Enklere innlogging.'],
    },
  },
  good: [
    'Kjempefornøyd!',
    'Veldig god opplevelse.',
    'Kommer gjerne tilbake.',
    'Best i byen.',
    'Alt fungerte perfekt.',
    'Alltid like bra.',
    'Takk for god service.',
  ],
  middling: [
    'Helt greit.',
    'Verken bra eller dårlig.',
    'Som forventet.',
    'Det var bedre før.',
    'Kan bli bedre.',
    'Duger.',
  ],
  bad: [
    'Veldig skuffet.',
    'Kommer ikke tilbake.',
    'Slik kan man ikke behandle kunder.',
    'Siste gang for min del.',
    'Skikkelig dårlig.',
    'Dessverre ingen god opplevelse.',
  ],
  nothing: ['Ikke noe spesielt.', 'Fortsett sånn!', 'Kommer ikke på noe.', 'Alt er bra som det er.'],
  followUps: [
    'Ringte kunden og beklaget. Fornøyd etter samtalen.',
    'Sendte et gavekort og en personlig hilsen.',
    'Tok det opp på morgenmøtet.',
    'Kunden svarer ikke, prøver igjen i morgen.',
    'Har snakket med den det gjelder.',
  ],
}
