import type { NewChoice } from '#server/domain/build/questions.ts'
import { inFiveLanguages as texts } from './five-languages.ts'

/** A product as sold: its names and its usual price in euros. */
export interface PlannedProduct extends NewChoice {
  price: number
}

/** A part of the range. */
export interface PlannedProductArea extends NewChoice {
  products: readonly PlannedProduct[]
  /** Share of the trade. */
  weight: number
}

const product = (extName: string, price: number, line: string): PlannedProduct => ({
  extName,
  price,
  title: texts(line),
})

/** What the shops sell; titles in the order English, Swedish, Norwegian, Danish, Finnish. */
export const productAreas: readonly PlannedProductArea[] = [
  {
    extName: 'sport',
    weight: 1.4,
    title: texts('Sport | Sport | Sport | Sport | Urheilu'),
    products: [
      product('running-shoes', 110, 'Running shoes | Löparskor | Løpesko | Løbesko | Juoksukengät'),
      product(
        'training-clothes',
        45,
        'Training clothes | Träningskläder | Treningsklær | Træningstøj | Treenivaatteet',
      ),
      product('skis', 290, 'Skis | Skidor | Ski | Ski | Sukset'),
      product('balls', 22, 'Balls | Bollar | Baller | Bolde | Pallot'),
      product('skates', 120, 'Skates | Skridskor | Skøyter | Skøjter | Luistimet'),
    ],
  },
  {
    extName: 'outdoor',
    weight: 1.3,
    title: texts('Outdoor | Friluftsliv | Friluft | Friluft | Retkeily'),
    products: [
      product('shell-jackets', 180, 'Shell jackets | Skaljackor | Skalljakker | Skaljakker | Kuoritakit'),
      product('tents', 240, 'Tents | Tält | Telt | Telte | Teltat'),
      product('backpacks', 95, 'Backpacks | Ryggsäckar | Ryggsekker | Rygsække | Reput'),
      product('boots', 140, 'Hiking boots | Kängor | Fjellsko | Vandrestøvler | Vaelluskengät'),
      product('sleeping-bags', 130, 'Sleeping bags | Sovsäckar | Soveposer | Soveposer | Makuupussit'),
    ],
  },
  {
    extName: 'kitchen',
    weight: 1.1,
    title: texts('Kitchen | Kök | Kjøkken | Køkken | Keittiö'),
    products: [
      product('pans', 55, 'Pans | Stekpannor | Stekepanner | Pander | Paistinpannat'),
      product('knives', 60, 'Knives | Knivar | Kniver | Knive | Veitset'),
      product('coffee-makers', 85, 'Coffee makers | Kaffebryggare | Kaffetraktere | Kaffemaskiner | Kahvinkeittimet'),
      product('tableware', 40, 'Tableware | Porslin | Servise | Service | Astiat'),
    ],
  },
  {
    extName: 'home',
    weight: 1.2,
    title: texts('Home | Hem | Hjem | Hjem | Koti'),
    products: [
      product('lamps', 70, 'Lamps | Lampor | Lamper | Lamper | Valaisimet'),
      product('bedding', 50, 'Bedding | Sängkläder | Sengetøy | Sengetøj | Vuodevaatteet'),
      product('rugs', 120, 'Rugs | Mattor | Tepper | Tæpper | Matot'),
      product('candles', 14, 'Candles | Ljus | Stearinlys | Stearinlys | Kynttilät'),
      product('storage', 35, 'Storage | Förvaring | Oppbevaring | Opbevaring | Säilytys'),
    ],
  },
  {
    extName: 'garden',
    weight: 0.8,
    title: texts('Garden | Trädgård | Hage | Have | Puutarha'),
    products: [
      product('tools', 30, 'Garden tools | Trädgårdsredskap | Hageredskaper | Haveredskaber | Puutarhatyökalut'),
      product('furniture', 320, 'Garden furniture | Utemöbler | Hagemøbler | Havemøbler | Puutarhakalusteet'),
      product('grills', 210, 'Grills | Grillar | Griller | Grill | Grillit'),
      product('plants', 18, 'Plants | Växter | Planter | Planter | Kasvit'),
    ],
  },
  {
    extName: 'electronics',
    weight: 1,
    title: texts('Electronics | Elektronik | Elektronikk | Elektronik | Elektroniikka'),
    products: [
      product('headphones', 130, 'Headphones | Hörlurar | Hodetelefoner | Hovedtelefoner | Kuulokkeet'),
      product('speakers', 150, 'Speakers | Högtalare | Høyttalere | Højttalere | Kaiuttimet'),
      product('watches', 220, 'Sports watches | Träningsklockor | Treningsklokker | Sportsure | Urheilukellot'),
      product('cameras', 380, 'Cameras | Kameror | Kameraer | Kameraer | Kamerat'),
    ],
  },
  {
    extName: 'children',
    weight: 0.9,
    title: texts('Children | Barn | Barn | Børn | Lapset'),
    products: [
      product('toys', 25, 'Toys | Leksaker | Leker | Legetøj | Lelut'),
      product('rainwear', 48, 'Rainwear | Regnkläder | Regntøy | Regntøj | Sadevaatteet'),
      product('bicycles', 260, 'Bicycles | Cyklar | Sykler | Cykler | Polkupyörät'),
      product('games', 32, 'Games | Spel | Spill | Spil | Pelit'),
    ],
  },
]
