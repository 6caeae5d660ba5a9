/** Header with the survey that a call is about, percent-encoded; calls without a survey in their path read it. */
export const surveyHeader = 'x-survey'
