import type { Phrases } from './phrase-bank.ts'

/** English, as visitors and newcomers write it. */
export const englishPhrases: Phrases = {
  topics: {
    helpful: {
      good: [
        'Got help straight away.',
        'The staff really took their time.',
        '{agent} helped me with everything I needed.',
        'They went out of their way to solve my problem.',
        'Great help from start to finish.',
        'I felt well looked after.',
      ],
      bad: [
        'Impossible to get any help.',
        'Nobody asked if I needed help.',
        'The staff were chatting with each other instead of helping.',
        'I had to find everything myself.',
        'I was sent from one person to the next.',
      ],
      improve: ['More people to help.', 'Staff who come up and ask.', 'More staff in the evenings.'],
    },
    knowledge: {
      good: [
        'Very knowledgeable staff.',
        '{agent} knew exactly what I needed.',
        'Good advice and clear answers.',
        'They know their stuff.',
        'Professional advice that made the choice easy.',
      ],
      bad: [
        'The staff could not answer my questions.',
        'I was given wrong information.',
        'They knew less than I did.',
        'The answer depended on whom I asked.',
        'The advice I got turned out to be wrong.',
      ],
      improve: [
        'Better training for the staff.',
        'People who know the answers.',
        'Everybody should say the same thing.',
      ],
    },
    friendly: {
      good: [
        'Lovely staff!',
        '{agent} was incredibly friendly.',
        'Always a warm welcome.',
        'I was greeted with a smile.',
        'Nice atmosphere and happy people.',
        'Such kind people.',
      ],
      bad: [
        'Rude service.',
        'The staff seemed grumpy and stressed.',
        'Not even a hello when I came in.',
        'I felt like a nuisance.',
        'Sadly nobody seemed to care.',
      ],
      improve: ['A friendlier welcome.', 'Smile a bit more!', 'Notice people when they come in.'],
    },
    range: {
      good: [
        'A large and good range.',
        'Found exactly what I was looking for.',
        'Plenty to choose from.',
        'Finally somebody who has every size.',
        'Fun to see so many new things.',
      ],
      bad: [
        'What I wanted was sold out.',
        'The range has become worse.',
        'My size was missing, as usual.',
        'Half of the shelf was empty.',
        'Not much to choose from.',
      ],
      improve: ['A larger range.', 'Fill the shelves more often.', 'More sizes.', 'Bring back the old brands.'],
    },
    tidy: {
      good: [
        'Neat and tidy.',
        'Easy to find things.',
        'Clean everywhere.',
        'Bright and pleasant rooms.',
        'Clear signs.',
      ],
      bad: [
        'Messy and hard to find anything.',
        'Things were all over the place.',
        'The floor was dirty.',
        'The fitting rooms had not been cleaned.',
        'Too narrow between the shelves.',
      ],
      improve: ['Keep things tidier.', 'Clearer signs.', 'Clean the fitting rooms more often.'],
    },
    value: {
      good: ['Good prices.', 'Good value for money.', 'Worth every penny!', 'Good offers right now.'],
      bad: [
        'Far too expensive.',
        'The price on the shelf was not the one at the till.',
        'More expensive than elsewhere.',
        'The quality does not match the price.',
      ],
      improve: ['Lower prices.', 'More offers for members.', 'Right prices on the shelf.'],
    },
    wait: {
      good: ['Quick and easy.', 'No queue at all.', 'Done in no time!', 'No waiting.'],
      bad: [
        'Had to wait for {minutes} minutes.',
        'The queue was far too long.',
        'Only one till open although the queue was long.',
        'The waiting time is unreasonable.',
        'The queue hardly moved.',
      ],
      improve: ['Shorter waiting time.', 'Open more tills when there is a queue.', 'More staff on Saturdays.'],
    },
    delivery: {
      good: ['Fast delivery.', 'The parcel came a day early.', 'Good information about the delivery.'],
      bad: ['The delivery was late.', 'The parcel was damaged when it came.', 'Nobody knew where my parcel was.'],
      improve: ['Faster delivery.', 'Delivery in the evenings.', 'Better packaging.'],
    },
    digital: {
      good: ['The app works very well.', 'Easy to do everything online.', 'A clear and fast website.'],
      bad: ['Signing in keeps failing.', 'The website is awkward.', 'The app crashed halfway through.'],
      improve: ['An app that does not freeze.', 'A better search.', 'Easier sign-in.'],
    },
  },
  good: [
    'Very happy!',
    'A very good experience.',
    'Will gladly come back.',
    'Best in town.',
    'Everything worked perfectly.',
    'Always as good.',
    'Thank you for the good service.',
  ],
  middling: [
    'It was okay.',
    'Neither good nor bad.',
    'As expected.',
    'It used to be better.',
    'Could be better.',
    'It will do.',
  ],
  bad: [
    'Very disappointed.',
    'I will not come back.',
    'This is no way to treat customers.',
    'That was the last time.',
    'Really bad.',
    'Sadly not a good experience.',
  ],
  nothing: ['Nothing in particular.', 'Keep it up!', 'Cannot think of anything.', 'Everything is fine as it is.'],
  followUps: [
    'Called the customer and apologised. Happy after the call.',
    'Sent a gift card and a personal note.',
    'Brought it up at the morning meeting.',
    'No answer, will try again tomorrow.',
    'Talked to the person concerned.',
  ],
}
