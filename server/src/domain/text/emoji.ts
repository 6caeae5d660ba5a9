const weights = new Map<string, number>([
  ...list(2, '😀😃😄😁😆😊🙂😍🥰😘🤩😎🤗👍👏🙌💪💯🎉🥳⭐🌟✨❤🧡💛💚💙💜🖤🤍💕💖💗🏆🥇🔥👌🙏✅😇😋🫶☺😻💐🌹'),
  ...list(-2, '😞😔😟😕🙁☹😣😖😫😩😢😭😤😠😡🤬👎😒🙄😑💩🤮🤢😱😨😰❌🤦😾👿😷🖕💔😬🥱😪'),
  ...list(0, '😂🤣😅😐🤷'),
  [':)', 1.5],
  [':-)', 1.5],
  [':D', 2],
  [':-D', 2],
  [';)', 1],
  [';-)', 1],
  ['<3', 2],
  [':(', -1.5],
  [':-(', -1.5],
  [":'(", -2],
  [':/', -1],
  [':-/', -1],
])

/** Weight of an emoji or of a face made of signs; 0 if it says nothing. */
export function emojiWeight(emoji: string): number {
  return weights.get(emoji) ?? weights.get([...emoji][0] ?? '') ?? 0
}

function list(weight: number, emoji: string): [string, number][] {
  return [...emoji].map((one) => [one, weight])
}
