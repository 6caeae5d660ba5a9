/** Words of German, Spanish and Portuguese column names, in which exports come though the product does not speak them. */
export const foreignTopics: Readonly<Partial<Record<string, string>>> = {
  overall: 'insgesamt gesamt gesamteindruck gesamtbewertung gesamtzufriedenheit global geral',
  rating:
    'zufrieden zufriedenheit bewertung bewerten satisfacción satisfaccion satisfecho satisfecha satisfechos puntuación puntuacion calificación calificacion valoración valoracion satisfação satisfacao satisfeito satisfeita pontuação pontuacao avaliação avaliacao',
  recommend:
    'empfehlen empfehlung weiterempfehlen weiterempfiehlst weiterempfehlung recomendar recomendaría recomendaria recomienda recomendación recomendacion recomendação recomendacao',
  negative: 'unzufrieden unzufriedenheit beschwerde problem insatisfecho insatisfecha queja insatisfeito reclamação',
  importance: 'wichtig wichtigkeit importante importancia importância',
  date: 'zeitstempel zeitpunkt uhrzeit fecha hora carimbo',
  comment:
    'anmerkung anmerkungen bemerkung bemerkungen verbesserung vorschlag comentario comentarios comentário comentários sugerencia sugerencias sugestão sugestões observaciones observações',
  person: 'kunde kundin befragter cliente usuario usuário paciente huésped encuestado',
  attribute: 'geschlecht altersgruppe tipo edad sexo género genero idioma motivo faixa gênero',
  background:
    'geschlecht altersgruppe beruf einkommen wohnort familienstand edad sexo género genero profesión profesion ocupación ocupacion carrera ingresos escolaridad estudios faixa gênero profissão profissao renda escolaridade',
  name: 'nombre nome',
}

/** The same for units, by their rank in the list of the product's own languages. */
export const foreignUnits: Readonly<Record<number, string>> = {
  1: 'país pais',
  2: 'unternehmen empresa compañía',
  4: 'bundesland bezirk provincia departamento distrito',
  5: 'stadt gemeinde ciudad municipio cidade município',
  6: 'filiale standort niederlassung krankenhaus schule sucursal tienda unidad sede agência agencia loja filial unidade',
  7: 'abteilung área equipo setor',
}
