import type { Phrases } from './phrase-bank.ts'

/** Swedish. */
export const swedishPhrases: Phrases = {
  topics: {
    helpful: {
      good: [
        'Fick hjälp direkt.',
        'Personalen tog sig verkligen tid.',
        '{agent} hjälpte mig med allt jag behövde.',
        'De gjorde det lilla extra för att lösa mitt problem.',
        'Toppenhjälp från början till slut.',
        'Kände mig väl omhändertagen.',
      ],
      bad: [
        'Det gick inte att få hjälp.',
        'Ingen brydde sig om att fråga om jag behövde hjälp.',
        'Personalen stod och pratade med varandra i stället för att hjälpa till.',
        'Fick leta själv hela tiden.',
        'Blev skickad mellan olika personer.',
      ],
      improve: [
        'Fler som kan hjälpa till på golvet.',
        'Att personalen kommer fram och frågar.',
        'Mer personal på kvällarna.',
      ],
    },
    knowledge: {
      good: [
        'Mycket kunnig personal.',
        '{agent} visste precis vad jag behövde.',
        'Fick bra råd och tydliga svar på mina frågor.',
        'De kan sin sak.',
        'Proffsiga råd som hjälpte mig att välja rätt.',
      ],
      bad: [
        'Personalen kunde inte svara på mina frågor.',
        'Fick fel information.',
        'De visste mindre än jag om det jag ville ha.',
        'Fick olika svar beroende på vem jag frågade.',
        'Rådet jag fick stämde inte alls.',
      ],
      improve: ['Utbilda personalen bättre.', 'Mer kunskap hos dem som svarar.', 'Att alla ger samma besked.'],
    },
    friendly: {
      good: [
        'Trevlig personal!',
        '{agent} var otroligt vänlig.',
        'Alltid ett glatt bemötande.',
        'Blev bemött med ett leende.',
        'Mysig stämning och glada människor.',
        'Så härlig personal.',
      ],
      bad: [
        'Otrevligt bemötande.',
        'Personalen verkade sur och stressad.',
        'Inte ens ett hej när jag kom.',
        'Kände mig mest till besvär.',
        'Nonchalant bemötande, tyvärr.',
      ],
      improve: ['Ett vänligare bemötande.', 'Le lite mer!', 'Att bli sedd när man kommer in.'],
    },
    range: {
      good: [
        'Stort och bra sortiment.',
        'Hittade precis det jag sökte.',
        'Mycket att välja på.',
        'Äntligen någon som har alla storlekar.',
        'Roligt med så många nyheter.',
      ],
      bad: [
        'Det jag skulle ha var slut.',
        'Sortimentet har blivit sämre.',
        'Saknade min storlek, som vanligt.',
        'Halva hyllan var tom.',
        'Lite att välja på.',
      ],
      improve: ['Större sortiment.', 'Fyll på hyllorna oftare.', 'Fler storlekar.', 'Ta tillbaka de gamla märkena.'],
    },
    tidy: {
      good: [
        'Fint och välordnat.',
        'Lätt att hitta.',
        'Rent och snyggt överallt.',
        'Fräscha lokaler.',
        'Tydliga skyltar.',
      ],
      bad: [
        'Stökigt och svårt att hitta.',
        'Varorna låg huller om buller.',
        'Smutsigt på golvet.',
        'Provrummen var inte städade.',
        'Trångt mellan hyllorna.',
      ],
      improve: ['Håll bättre ordning.', 'Tydligare skyltar.', 'Städa provrummen oftare.'],
    },
    value: {
      good: ['Bra priser.', 'Mycket för pengarna.', 'Prisvärt!', 'Bra erbjudanden just nu.'],
      bad: [
        'Alldeles för dyrt.',
        'Priset på hyllan stämde inte med kassan.',
        'Dyrare än på andra ställen.',
        'Kvaliteten motsvarar inte priset.',
      ],
      improve: ['Lägre priser.', 'Fler erbjudanden till medlemmar.', 'Rätt pris på hyllan.'],
    },
    wait: {
      good: ['Snabbt och smidigt.', 'Ingen kö alls.', 'Det gick undan!', 'Slapp vänta.'],
      bad: [
        'Fick vänta i {minutes} minuter.',
        'Alldeles för lång kö.',
        'Bara en kassa öppen trots att kön ringlade sig lång.',
        'Väntetiden är orimlig.',
        'Kön rörde sig knappt.',
      ],
      improve: ['Kortare väntetid.', 'Öppna fler kassor när det är kö.', 'Mer folk på lördagarna.'],
    },
    delivery: {
      good: ['Snabb leverans.', 'Paketet kom en dag tidigare än utlovat.', 'Bra och tydlig information om leveransen.'],
      bad: ['Leveransen var försenad.', 'Paketet var trasigt när det kom.', 'Ingen visste var paketet fanns.'],
      improve: ['Snabbare leverans.', 'Hemleverans på kvällar.', 'Bättre emballage.'],
    },
    digital: {
      good: ['Appen fungerar utmärkt.', 'Enkelt att göra allt på nätet.', 'Tydlig och snabb webbplats.'],
      bad: ['Inloggningen strular.', 'Webbplatsen är krånglig.', 'Appen kraschade mitt i.'],
      improve: ['En app som inte hänger sig.', 'Gör sökningen bättre.', 'Enklare inloggning.'],
    },
  },
  good: [
    'Jättenöjd!',
    'Mycket bra upplevelse.',
    'Kommer gärna tillbaka.',
    'Bästa stället i stan.',
    'Allt fungerade perfekt.',
    'Alltid lika bra.',
    'Tack för bra service.',
  ],
  middling: [
    'Helt okej.',
    'Varken bra eller dåligt.',
    'Som väntat.',
    'Det var bättre förr.',
    'Kan bli bättre.',
    'Duger.',
  ],
  bad: [
    'Mycket besviken.',
    'Kommer inte tillbaka.',
    'Så här får det inte gå till.',
    'Sista gången för min del.',
    'Riktigt dåligt.',
    'Tyvärr ingen bra upplevelse.',
  ],
  nothing: ['Inget särskilt.', 'Fortsätt så!', 'Kommer inte på något.', 'Allt är bra som det är.'],
  followUps: [
    'Ringde kunden och bad om ursäkt. Nöjd efter samtalet.',
    'Skickade ett presentkort och en personlig hälsning.',
    'Tog upp det på morgonmötet.',
    'Kunden svarar inte, försöker igen i morgon.',
    'Har pratat med medarbetaren, som beklagar.',
  ],
}
