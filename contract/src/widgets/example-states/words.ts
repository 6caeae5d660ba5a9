/** The longest names a page has to find room for: German units and questions, with a word that has no place to break. */
export const longNames = [
  'Kundendienstniederlassung Nordrhein-Westfalen Süd – Mönchengladbach-Rheydt',
  'Verkehrsinfrastrukturfinanzierungsgesellschaft Mecklenburg-Vorpommern',
  'Garmisch-Partenkirchen Hauptbahnhofsvorplatz (Werkstattersatzteilausgabe)',
] as const

/** The longest heading of a column or question. */
export const longTitle =
  'Gesamtzufriedenheit mit der Terminvereinbarungsfreundlichkeit und Beschwerdebearbeitungsgeschwindigkeit'

/** Why a figure is withheld, as the server says it. */
export const withheldReason = { en: 'Fewer than 10 answers.', sv: 'Färre än 10 svar.' }

/** How many responses are few: enough for a figure, too few to tell much. */
export const fewResponses = 12
