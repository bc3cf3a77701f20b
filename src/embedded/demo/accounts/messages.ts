/** Questions about listings, by section. */
export const questionsBySection: Readonly<Record<number, readonly string[]>> = {
  1: [
    'Hello, is this still available?',
    'Would you take a little less if I collect today?',
    'Could you send a photo from the other side, please?',
    'How old is it, and do you still have the receipt?',
    'Can you keep it for me until Saturday?',
  ],
  2: [
    'Hi, is the mileage certified?',
    'Can I bring my mechanic to have a look?',
    'When is the VRT due?',
    'Would you consider a part exchange?',
    'Is the price negotiable for cash?',
  ],
  3: [
    'Good morning, can we view it this week?',
    'Are there any common expenses?',
    'Is parking included in the price?',
    'Is it available from the first of the month?',
    'Does the terrace get the morning sun?',
  ],
  4: [
    'Hello, is this post still open?',
    'What are the hours, and is there work at weekends?',
    'Would you consider somebody without experience?',
    'Can I send my CV here?',
    'Is remote work possible on some days?',
  ],
};

/** Answers of owners, by section. */
export const answersBySection: Readonly<Record<number, readonly string[]>> = {
  1: [
    'Yes, it is. You are welcome to come and see it after six.',
    'The price is already low, but I can bring it to you.',
    'Of course, I will add the photo tonight.',
  ],
  2: [
    'Yes, the certificate is in the folder.',
    'Sure, any afternoon this week suits me.',
    'It passed this month, so you have a year.',
  ],
  3: [
    'Thursday at five or Saturday morning would suit us.',
    'They come to about thirty euros a month.',
    'A space is included, a garage can be had besides.',
  ],
  4: [
    'Yes, please send your CV by Friday.',
    'Shifts are fixed a month ahead, two weekends are free.',
    'If you learn fast, we will train you.',
  ],
};
