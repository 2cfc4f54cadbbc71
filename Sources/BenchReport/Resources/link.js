// Links to a moment: #t=3.25, with its result, and with the strategies if they differ from the initial ones.
function linkToMoment(player) {
  const words = new URLSearchParams();
  if (player.place) words.set(player.place, "");
  words.set("t", (player.frame / player.refreshRate).toFixed(2));
  for (const side of player.sides) {
    if (side.choice.value !== String(side.first)) words.set(side.word, side.choice.selectedOptions[0].textContent);
  }
  return `#${words}`.replace("=&", "&");
}

// Takes a player to the moment of the page's address, if it has one.
function followLink(players, block) {
  const words = new URLSearchParams(location.hash.slice(1));
  const seconds = Number.parseFloat(words.get("t"));
  const player = players.find((player) => player.place && words.has(player.place)) ?? players[0];
  if (!player || !Number.isFinite(seconds)) return;
  for (const side of player.sides) {
    const option = [...side.choice.options].find((option) => option.textContent === words.get(side.word));
    side.choice.value = option ? option.value : side.first;
  }
  player.chosen();
  player.scrubTo(seconds * player.refreshRate);
  player.section.scrollIntoView({ block });
}
