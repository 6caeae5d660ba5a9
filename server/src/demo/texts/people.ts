/** A country of the demo, by its ISO code. */
export type Country = 'SE' | 'NO' | 'DK' | 'FI'

/** Names people have in a country, first names by gender. */
export interface Names {
  female: readonly string[]
  male: readonly string[]
  last: readonly string[]
}

const split = (text: string): string[] => text.trim().split(/\s+/)

/** Common names of each country. Every combination is made up. */
export const namesByCountry: Readonly<Record<Country, Names>> = {
  SE: {
    female:
      split(`Anna Eva Maria Karin Sara Lena Emma Kristina Kerstin Elin Johanna Ingrid Malin Linda Hanna Sofia Ida Amanda
      Frida Annika Julia Elsa Astrid Klara Ebba Maja Wilma Nora Tove Ylva Leila Fatima Samira`),
    male: split(`Lars Anders Johan Per Erik Karl Jan Mikael Nils Fredrik Peter Magnus Gustav Mattias Oskar Emil Viktor Hugo Axel
      Oliver Elias Filip Simon David Jonas Andreas Daniel Martin Henrik Ali Omar Hassan`),
    last: split(`Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson
      Jansson Hansson Bengtsson Lindberg Lindqvist Lindgren Berg Bergström Sandberg Nyström Holm Forsberg Engström Lund
      Sjöberg Wallin Ekström Lundgren Björk Hellström Öberg Åkesson Hedlund Nordin Dahl Vikström`),
  },
  NO: {
    female:
      split(`Anne Inger Kari Marit Ingrid Liv Eva Berit Astrid Hilde Nina Silje Ida Marte Camilla Kristin Emma Nora Sara
      Thea Sofie Frida Maja Hanna Ingeborg Solveig Tonje Ragnhild Guro Aisha`),
    male: split(`Jan Per Bjørn Ole Lars Kjell Knut Svein Arne Thomas Hans Geir Tor Morten Terje Odd Erik Martin Andreas Kristian
      Henrik Magnus Jonas Sander Mathias Sindre Eirik Øyvind Håkon Mohammed`),
    last: split(`Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg
      Haugen Hagen Johannessen Andreassen Jacobsen Dahl Jørgensen Halvorsen Lund Sørensen Strand Moen Solberg Bakken
      Iversen Nygård Ødegård Fjeld`),
  },
  DK: {
    female:
      split(`Anne Kirsten Mette Hanne Anna Helle Susanne Lene Maria Marianne Inge Karen Lone Camilla Pia Louise Charlotte
      Bente Gitte Ida Emma Sofie Freja Clara Laura Mathilde Signe Line Rikke Amina`),
    male: split(`Peter Jens Michael Lars Henrik Thomas Søren Jan Christian Martin Niels Anders Morten Jesper Mads Hans Per Rasmus
      Ole Kim Frederik Emil Mikkel Oscar Noah Kasper Jacob Simon Troels Yusuf`),
    last: split(`Nielsen Jensen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen
      Kristensen Olsen Thomsen Christiansen Poulsen Johansen Møller Mortensen Knudsen Holm Lund Schmidt Bach Friis Kjær
      Østergaard Dahl Winther`),
  },
  FI: {
    female:
      split(`Maria Anne Johanna Anneli Helena Kaarina Marjatta Hannele Liisa Tuula Anna Sofia Emilia Katariina Minna Sanna
      Päivi Heidi Laura Noora Aino Venla Helmi Iida Eevi Kaisa Riikka Outi Satu Ulla`),
    male: split(`Juhani Johannes Mikael Tapani Olavi Antero Matti Timo Kari Jukka Pekka Mika Antti Ville Janne Sami Petri Heikki
      Markku Jari Eino Leo Onni Oskari Lauri Tuomas Jussi Teemu Aleksi Risto`),
    last: split(`Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen
      Saarinen Salminen Heinonen Niemi Heikkilä Salonen Kinnunen Turunen Laitinen Tuominen Rantanen Karjalainen Jokinen
      Mattila Savolainen Lahtinen Ahonen Öhman`),
  },
}
