EXTERNAL weather()
The weather is {weather()}.
-> END
