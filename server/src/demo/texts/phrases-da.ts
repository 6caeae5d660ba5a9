import type { Phrases } from './phrase-bank.ts'

/** Danish. */
export const danishPhrases: Phrases = {
  topics: {
    helpful: {
      good: [
        'Fik hjælp med det samme.',
        'Personalet tog sig virkelig tid.',
        '{agent} hjalp mig med alt, hvad jeg havde brug for.',
        'De gjorde en ekstra indsats for at løse mit problem.',
        'Super hjælp hele vejen igennem.',
        'Følte mig i gode hænder.',
      ],
      bad: [
        'Det var umuligt at få hjælp.',
        'Ingen spurgte, om jeg havde brug for hjælp.',
        'Personalet stod og snakkede med hinanden i stedet for at hjælpe.',
        'Måtte selv lede hele tiden.',
        'Blev sendt fra den ene til den anden.',
      ],
      improve: ['Flere, der kan hjælpe.', 'At personalet kommer hen og spørger.', 'Mere personale om eftermiddagen.'],
    },
    knowledge: {
      good: [
        'Meget kyndigt personale.',
        '{agent} vidste præcis, hvad jeg manglede.',
        'Fik gode råd og klare svar.',
        'De kan deres fag.',
        'Professionel vejledning, der gjorde valget let.',
      ],
      bad: [
        'Personalet kunne ikke svare på mine spørgsmål.',
        'Fik forkerte oplysninger.',
        'De vidste mindre end mig.',
        'Fik forskellige svar alt efter, hvem jeg spurgte.',
        'Rådet, jeg fik, passede slet ikke.',
      ],
      improve: ['Bedre oplæring af personalet.', 'Mere viden hos dem, der svarer.', 'At alle siger det samme.'],
    },
    friendly: {
      good: [
        'Sødt personale!',
        '{agent} var utrolig venlig.',
        'Altid et godt humør.',
        'Blev mødt med et smil.',
        'God stemning og glade mennesker.',
        'Så rart et personale.',
      ],
      bad: [
        'Uvenlig betjening.',
        'Personalet virkede surt og stresset.',
        'Ikke engang et hej, da jeg kom.',
        'Følte mig mest til besvær.',
        'Ligeglad betjening, desværre.',
      ],
      improve: ['En venligere betjening.', 'Smil lidt mere!', 'At man bliver set, når man kommer ind.'],
    },
    range: {
      good: [
        'Stort og godt udvalg.',
        'Fandt lige det, jeg ledte efter.',
        'Meget at vælge imellem.',
        'Endelig nogen, der har alle størrelser.',
        'Dejligt med så mange nyheder.',
      ],
      bad: [
        'Det, jeg skulle have, var udsolgt.',
        'Udvalget er blevet dårligere.',
        'Manglede min størrelse, som altid.',
        'Halvdelen af hylden var tom.',
        'Ikke meget at vælge imellem.',
      ],
      improve: ['Større udvalg.', 'Fyld hylderne op oftere.', 'Flere størrelser.', 'Tag de gamle mærker hjem igen.'],
    },
    tidy: {
      good: [
        'Pænt og ryddeligt.',
        'Nemt at finde rundt.',
        'Rent og pænt overalt.',
        'Lyse og indbydende lokaler.',
        'Tydelige skilte.',
      ],
      bad: [
        'Rodet og svært at finde rundt.',
        'Varerne lå hulter til bulter.',
        'Beskidt på gulvet.',
        'Prøverummene var ikke ryddet op.',
        'Trangt mellem hylderne.',
      ],
      improve: ['Hold bedre orden.', 'Tydeligere skilte.', 'Ryd op i prøverummene oftere.'],
    },
    value: {
      good: ['Gode priser.', 'Meget for pengene.', 'Pengene værd!', 'Gode tilbud lige nu.'],
      bad: [
        'Alt for dyrt.',
        'Prisen på hylden passede ikke med kassen.',
        'Dyrere end andre steder.',
        'Kvaliteten svarer ikke til prisen.',
      ],
      improve: ['Lavere priser.', 'Flere tilbud til medlemmer.', 'Den rigtige pris på hylden.'],
    },
    wait: {
      good: ['Hurtigt og nemt.', 'Ingen kø overhovedet.', 'Det gik stærkt!', 'Slap for at vente.'],
      bad: [
        'Måtte vente i {minutes} minutter.',
        'Alt for lang kø.',
        'Kun én kasse åben, selv om køen var lang.',
        'Ventetiden er helt urimelig.',
        'Køen stod næsten stille.',
      ],
      improve: ['Kortere ventetid.', 'Åbn flere kasser, når der er kø.', 'Flere på arbejde om lørdagen.'],
    },
    delivery: {
      good: ['Hurtig levering.', 'Pakken kom en dag før tid.', 'God information om leveringen.'],
      bad: ['Leveringen var forsinket.', 'Pakken var i stykker, da den kom.', 'Ingen vidste, hvor pakken var.'],
      improve: ['Hurtigere levering.', 'Levering om aftenen.', 'Bedre indpakning.'],
    },
    digital: {
      good: ['Appen virker rigtig godt.', 'Nemt at klare det hele på nettet.', 'Overskuelig og hurtig hjemmeside.'],
      bad: ['Login driller hele tiden.', 'Hjemmesiden er besværlig.', 'Appen gik ned midt i det hele.'],
      improve: ['En app, der ikke går i stå.', 'Bedre søgning.', 'Nemmere login.'],
    },
  },
  good: [
    'Super tilfreds!',
    'Rigtig god oplevelse.',
    'Kommer gerne igen.',
    'Byens bedste.',
    'Alt fungerede perfekt.',
    'Altid lige godt.',
    'Tak for god service.',
  ],
  middling: [
    'Helt okay.',
    'Hverken godt eller skidt.',
    'Som forventet.',
    'Det var bedre før i tiden.',
    'Kan blive bedre.',
    'Det går an.',
  ],
  bad: [
    'Meget skuffet.',
    'Kommer ikke igen.',
    'Sådan behandler man ikke kunder.',
    'Sidste gang for mit vedkommende.',
    'Virkelig dårligt.',
    'Desværre ikke nogen god oplevelse.',
  ],
  nothing: ['Ikke noget særligt.', 'Bliv ved sådan!', 'Kan ikke komme i tanke om noget.', 'Alt er fint, som det er.'],
  followUps: [
    'Ringede til kunden og undskyldte. Tilfreds efter samtalen.',
    'Sendte et gavekort og en personlig hilsen.',
    'Tog det op på morgenmødet.',
    'Kunden svarer ikke, prøver igen i morgen.',
    'Har talt med den medarbejder, det drejer sig om.',
  ],
}
