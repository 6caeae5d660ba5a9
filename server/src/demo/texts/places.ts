import type { Texts } from '#server/domain/survey/survey-model.ts'
import type { Country } from './people.ts'

/** A region with its stores, `city: district, district`, and other towns its customers come from. */
export interface PlannedRegion {
  extName: string
  title: Texts
  stores: Readonly<Record<string, readonly string[]>>
  towns: readonly string[]
}

/** A country with its regions. */
export interface PlannedCountry {
  extName: Country
  title: Texts
  regions: readonly PlannedRegion[]
}

const list = (text: string): string[] => text.split(',').map((item) => item.trim())

/** Four countries, twelve regions and eighty stores. */
export const countries: readonly PlannedCountry[] = [
  {
    extName: 'SE',
    title: { en: 'Sweden', sv: 'Sverige', no: 'Sverige', da: 'Sverige', fi: 'Ruotsi' },
    regions: [
      {
        extName: 'se-north',
        towns: list('Gävle, Falun, Borlänge, Kiruna, Skellefteå, Piteå, Örnsköldsvik, Härnösand'),
        title: { en: 'Northern Sweden', sv: 'Norrland', no: 'Norrland', da: 'Norrland', fi: 'Pohjois-Ruotsi' },
        stores: {
          Umeå: ['Rådhustorget', 'Ersboda'],
          Luleå: ['Storgatan'],
          Sundsvall: ['Birsta', 'Centrum'],
          Östersund: ['Lillänge'],
        },
      },
      {
        extName: 'se-east',
        towns: list('Enköping, Nyköping, Eskilstuna, Örebro, Motala, Visby, Södertälje, Nacka, Solna'),
        title: { en: 'Eastern Sweden', sv: 'Östra Sverige', no: 'Øst-Sverige', da: 'Østsverige', fi: 'Itä-Ruotsi' },
        stores: {
          Stockholm: ['Drottninggatan', 'Götgatan', 'Kungsholmen', 'Kista', 'Skärholmen'],
          Uppsala: ['Gränby', 'Svartbäcken'],
          Västerås: ['Erikslund'],
          Norrköping: ['Ingelsta'],
          Linköping: ['Tornby'],
        },
      },
      {
        extName: 'se-west',
        towns: list('Arvika, Kungsbacka, Alingsås, Uddevalla, Skövde, Lidköping, Varberg, Halmstad, Mariestad'),
        title: {
          en: 'Western Sweden',
          sv: 'Västra Sverige',
          no: 'Vest-Sverige',
          da: 'Vestsverige',
          fi: 'Länsi-Ruotsi',
        },
        stores: {
          Göteborg: ['Nordstan', 'Frölunda', 'Backaplan'],
          Borås: ['Knalleland'],
          Trollhättan: ['Överby'],
          Karlstad: ['Bergvik'],
          Jönköping: ['A6'],
        },
      },
      {
        extName: 'se-south',
        towns: list('Ängelholm, Landskrona, Trelleborg, Ystad, Karlskrona, Ljungby, Värnamo, Vetlanda, Oskarshamn'),
        title: { en: 'Southern Sweden', sv: 'Södra Sverige', no: 'Sør-Sverige', da: 'Sydsverige', fi: 'Etelä-Ruotsi' },
        stores: {
          Malmö: ['Triangeln', 'Hyllie'],
          Helsingborg: ['Väla'],
          Lund: ['Nova'],
          Växjö: ['Samarkand'],
          Kalmar: ['Hansa'],
          Kristianstad: ['Hammar'],
        },
      },
    ],
  },
  {
    extName: 'NO',
    title: { en: 'Norway', sv: 'Norge', no: 'Norge', da: 'Norge', fi: 'Norja' },
    regions: [
      {
        extName: 'no-east',
        towns: list('Sarpsborg, Moss, Tønsberg, Sandefjord, Skien, Kongsberg, Gjøvik, Elverum, Asker, Lillestrøm'),
        title: { en: 'Eastern Norway', sv: 'Östra Norge', no: 'Østlandet', da: 'Østnorge', fi: 'Itä-Norja' },
        stores: {
          Oslo: ['Karl Johan', 'Storo', 'Majorstuen', 'Alna'],
          Drammen: ['Gulskogen'],
          Fredrikstad: ['Dikeveien'],
          Hamar: ['Maxi'],
          Lillehammer: ['Strandtorget'],
        },
      },
      {
        extName: 'no-west',
        towns: list('Arendal, Kristiansand, Mandal, Flekkefjord, Egersund, Bryne, Sandnes, Voss, Førde, Leirvik'),
        title: { en: 'Western Norway', sv: 'Västra Norge', no: 'Vestlandet', da: 'Vestnorge', fi: 'Länsi-Norja' },
        stores: {
          Bergen: ['Torgallmenningen', 'Åsane', 'Lagunen'],
          Stavanger: ['Kilden', 'Sentrum'],
          Haugesund: ['Oasen'],
          Ålesund: ['Moa'],
        },
      },
      {
        extName: 'no-north',
        towns: list('Molde, Kristiansund, Steinkjer, Levanger, Mo i Rana, Narvik, Harstad, Alta, Hammerfest, Vadsø'),
        title: {
          en: 'Central and Northern Norway',
          sv: 'Mellersta och norra Norge',
          no: 'Midt- og Nord-Norge',
          da: 'Midt- og Nordnorge',
          fi: 'Keski- ja Pohjois-Norja',
        },
        stores: { Trondheim: ['Solsiden', 'City Lade'], Bodø: ['Glasshuset'], Tromsø: ['Jekta', 'Nerstranda'] },
      },
    ],
  },
  {
    extName: 'DK',
    title: { en: 'Denmark', sv: 'Danmark', no: 'Danmark', da: 'Danmark', fi: 'Tanska' },
    regions: [
      {
        extName: 'dk-east',
        towns: list(
          'Helsingør, Hillerød, Køge, Ringsted, Slagelse, Holbæk, Kalundborg, Nykøbing Falster, Rønne, Svendborg, Nyborg, Middelfart, Faaborg, Assens',
        ),
        title: {
          en: 'Zealand and Funen',
          sv: 'Själland och Fyn',
          no: 'Sjælland og Fyn',
          da: 'Sjælland og Fyn',
          fi: 'Sjælland ja Fyn',
        },
        stores: {
          København: ['Strøget', 'Fisketorvet', 'Amager', 'Lyngby'],
          Roskilde: ['Ro’s Torv'],
          Næstved: ['Megacenter'],
          Odense: ['Vestergade', 'Rosengård'],
        },
      },
      {
        extName: 'dk-jutland',
        towns: list(
          'Fredericia, Vejle, Horsens, Silkeborg, Viborg, Randers, Herning, Holstebro, Hjørring, Frederikshavn, Haderslev, Sønderborg, Ribe, Skive, Thisted',
        ),
        title: { en: 'Jutland', sv: 'Jylland', no: 'Jylland', da: 'Jylland', fi: 'Jyllanti' },
        stores: {
          Aarhus: ['Bruuns', 'Storcenter Nord'],
          Aalborg: ['City Syd', 'Friis'],
          Esbjerg: ['Broen'],
          Kolding: ['Storcenter'],
        },
      },
    ],
  },
  {
    extName: 'FI',
    title: { en: 'Finland', sv: 'Finland', no: 'Finland', da: 'Finland', fi: 'Suomi' },
    regions: [
      {
        extName: 'fi-south',
        towns: list('Porvoo, Kotka, Kouvola, Hämeenlinna, Riihimäki, Hyvinkää, Lohja, Kerava, Järvenpää'),
        title: { en: 'Southern Finland', sv: 'Södra Finland', no: 'Sør-Finland', da: 'Sydfinland', fi: 'Etelä-Suomi' },
        stores: {
          Helsinki: ['Aleksanterinkatu', 'Kamppi', 'Itis'],
          Espoo: ['Iso Omena', 'Sello'],
          Vantaa: ['Jumbo'],
          Lahti: ['Trio'],
        },
      },
      {
        extName: 'fi-west',
        towns: list('Salo, Rauma, Seinäjoki, Kokkola, Pietarsaari, Nokia, Ylöjärvi, Forssa, Kankaanpää'),
        title: {
          en: 'Western Finland',
          sv: 'Västra Finland',
          no: 'Vest-Finland',
          da: 'Vestfinland',
          fi: 'Länsi-Suomi',
        },
        stores: { Turku: ['Hansa'], Tampere: ['Koskikeskus', 'Ratina'], Vaasa: ['Rewell'], Pori: ['Puuvilla'] },
      },
      {
        extName: 'fi-north',
        towns: list('Mikkeli, Savonlinna, Varkaus, Iisalmi, Kajaani, Raahe, Kemi, Tornio, Jyväskylä'),
        title: {
          en: 'Eastern and Northern Finland',
          sv: 'Östra och norra Finland',
          no: 'Øst- og Nord-Finland',
          da: 'Øst- og Nordfinland',
          fi: 'Itä- ja Pohjois-Suomi',
        },
        stores: { Oulu: ['Valkea'], Kuopio: ['Matkus'], Joensuu: ['Iso Myy'], Rovaniemi: ['Revontuli'] },
      },
    ],
  },
]
